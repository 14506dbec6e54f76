// Files inside the page: gzip in base64.
export function bytes_of(text: string): Uint8Array<ArrayBuffer> {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

export async function unpacked(text: string): Promise<ArrayBuffer> {
    const stream = new Blob([bytes_of(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

// The text of a file in this page; "" if the page was built without it.
export function enclosed(name: string): string {
    return document.getElementById(`allide-${name}`)?.textContent?.trim() ?? "";
}
