// Reads one IFC file with web-ifc: a mesh per element, in metres, with z up.
import type {IfcAsk, IfcMesh, IfcReply} from "./ifc";
import {unpacked} from "./unpack";

// The part of web-ifc that is used.
interface List<T> {
    size(): number;
    get(i: number): T;
}
interface Geometry {
    GetVertexData(): number;
    GetVertexDataSize(): number;
    GetIndexData(): number;
    GetIndexDataSize(): number;
    delete(): void;
}
interface Api {
    Init(locate: (file: string) => string, single_thread: boolean): Promise<void>;
    OpenModel(bytes: Uint8Array, settings: {COORDINATE_TO_ORIGIN: boolean}): number;
    StreamAllMeshes(model: number, each: (mesh: {expressID: number; geometries: List<{geometryExpressID: number; flatTransformation: number[]}>}) => void): void;
    GetGeometry(model: number, id: number): Geometry;
    GetVertexArray(at: number, size: number): Float32Array;
    GetIndexArray(at: number, size: number): Uint32Array;
    GetLineType(model: number, id: number): number;
    GetNameFromTypeCode(type: number): string;
    GetLine(model: number, id: number): {Name?: {value?: string} | null; GlobalId?: {value?: string} | null};
}

const scope = self as unknown as {
    onmessage: (event: MessageEvent<IfcAsk>) => void;
    postMessage(reply: IfcReply, transfer?: Transferable[]): void;
    importScripts(address: string): void;
    fetch: unknown;
    WebIFC: {IfcAPI: new () => Api};
};

// Volumes that are not there to be built: rooms, and the holes that are already cut.
const left_out = /^(IFCSPACE|IFCOPENINGELEMENT|IFCOPENINGSTANDARDCASE)$/i;

async function opened({script, module}: IfcAsk): Promise<Api> {
    const [source, bytes] = await Promise.all([unpacked(script), unpacked(module)]);
    const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    scope.importScripts(address);
    URL.revokeObjectURL(address);
    // web-ifc fetches its module; here there is no network, and the module is at hand.
    scope.fetch = () => Promise.resolve(new Response(bytes, {headers: {"content-type": "application/wasm"}}));
    const api = new scope.WebIFC.IfcAPI();
    await api.Init((file) => file, true);
    return api;
}

// Column-major matrices, as web-ifc gives them; y is up there.
function to_world(m: number[], x: number, y: number, z: number): [number, number, number] {
    const at = (row: number) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!;
    return [at(0), -at(2), at(1)];
}

function read(api: Api, bytes: ArrayBuffer): IfcReply {
    const model = api.OpenModel(new Uint8Array(bytes), {COORDINATE_TO_ORIGIN: false});
    const meshes: IfcMesh[] = [];
    const failed: string[] = [];
    api.StreamAllMeshes(model, ({expressID, geometries}) => {
        const kind = api.GetNameFromTypeCode(api.GetLineType(model, expressID));
        if (left_out.test(kind)) return;
        const line = api.GetLine(model, expressID);
        const name = `${kind} ${line.Name?.value || line.GlobalId?.value || expressID}`;
        const [vertices, triangles]: [number[], number[]] = [[], []];
        for (let i = 0; i < geometries.size(); ++i) {
            const {geometryExpressID, flatTransformation} = geometries.get(i);
            const geometry = api.GetGeometry(model, geometryExpressID);
            const corners = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()); // position and normal
            const first = vertices.length / 3;
            for (let k = 0; k < corners.length; k += 6) vertices.push(...to_world(flatTransformation, corners[k]!, corners[k + 1]!, corners[k + 2]!));
            for (const corner of api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())) triangles.push(first + corner);
            geometry.delete();
        }
        if (triangles.length) meshes.push({name, vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles)});
        else failed.push(name);
    });
    return {meshes, failed};
}

scope.onmessage = async ({data}) => {
    try {
        const reply = read(await opened(data), data.bytes);
        scope.postMessage(reply, (reply.meshes ?? []).flatMap(({vertices, triangles}) => [vertices.buffer, triangles.buffer] as ArrayBuffer[]));
    } catch (error) {
        scope.postMessage({error: error instanceof Error ? error.message : String(error)});
    }
};
