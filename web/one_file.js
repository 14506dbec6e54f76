// A plugin for Vite: inlines script and style into index.html.
export function one_file() {
    return {
        name: "one-file",
        enforce: "post",
        generateBundle(_, bundle) {
            const page = bundle["index.html"];
            const inlined = {".js": ["script type=\"module\"", "script"], ".css": ["style", "style"]};
            for (const [name, file] of Object.entries(bundle)) {
                const tags = inlined[name.slice(name.lastIndexOf("."))];
                if (!tags) continue;
                // A string that contains </script would end the script early.
                const text = (file.code ?? file.source).replaceAll("</script", "<\\/script");
                const link = new RegExp(`<(?:script|link)[^>]*${name.split("/").pop()}[^>]*>(?:</script>)?`);
                page.source = page.source.replace(link, "");
                const before = tags[1] === "script" ? "</body>" : "</head>";
                page.source = page.source.replace(before, () => `<${tags[0]}>${text}</${tags[1]}>\n${before}`);
                delete bundle[name];
            }
        },
    };
}
