// IFC files, read by web-ifc in a worker of its own, which is unpacked and started when the first such file comes.
// Its coordinates are in single precision.
import IfcWorker from "./ifc_worker?worker&inline";
import {enclosed} from "./unpack";

export interface IfcMesh {
    name: string;
    vertices: Float64Array;
    triangles: Uint32Array;
}
export interface IfcAsk {
    script: string;
    module: string;
    bytes: ArrayBuffer;
}
export interface IfcReply {
    meshes?: IfcMesh[];
    failed?: string[]; // elements without geometry that could be made
    error?: string;
}

export async function meshes_of_ifc(name: string, bytes: ArrayBuffer): Promise<{meshes: IfcMesh[]; notes: string[]}> {
    const [script, module] = [enclosed("ifc-script"), enclosed("ifc")];
    if (!script || !module) throw new Error(`${name}: this page was built without web-ifc, so it cannot read IFC files`);
    const worker = new IfcWorker();
    try {
        const {meshes = [], failed = [], error} = await new Promise<IfcReply>((done, fail) => {
            worker.onmessage = ({data}: MessageEvent<IfcReply>) => done(data);
            worker.onerror = (event) => fail(new Error(event.message || "the reader of IFC files could not be started"));
            worker.postMessage({script, module, bytes} satisfies IfcAsk);
        });
        if (error) throw new Error(`${name}: ${error}`);
        if (!meshes.length) throw new Error(`${name}: web-ifc found no elements with geometry`);
        const notes = [`${name}: read by web-ifc in single precision (float32); answers are exact for these rounded coordinates`];
        if (failed.length) notes.push(`${name}: web-ifc made no triangles for ${failed.length} elements, such as ${failed.slice(0, 3).join(", ")}`);
        return {meshes, notes};
    } finally {
        worker.terminate();
    }
}
