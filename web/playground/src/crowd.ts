// Many parts of one colour, drawn with one call for their surfaces and one for their edges.
import * as three from "three";
import type {Drawing} from "./protocol";

// three.js draws the lines of a batch like its triangles: one call, and a matrix per part.
class BatchedLines extends three.BatchedMesh {
    constructor(parts: number, corners: number, material: three.LineBasicMaterial) {
        super(parts, corners, 0, material);
        Object.assign(this, {isMesh: false, isLine: true, isLineSegments: true});
    }
}

interface Member {
    surface: number; // its number in the batch of surfaces
    edges: number; // -1: it has none
}

export class Crowd {
    readonly group = new three.Group();
    private readonly members = new Map<number, Member>();
    private batches: three.BatchedMesh[] = [];

    constructor(private readonly surface: three.Material, private readonly lines: three.LineBasicMaterial) {}

    has(id: number): boolean {
        return this.members.has(id);
    }
    // Replaces all parts. Each is hidden until place() and show() are called.
    set_parts(parts: {id: number; drawing: Drawing}[]): void {
        for (const batch of this.batches) batch.dispose();
        this.group.clear();
        this.batches = [];
        this.members.clear();
        if (!parts.length) return;
        const corners = (pick: (drawing: Drawing) => Float32Array) => parts.reduce((sum, {drawing}) => sum + pick(drawing).length / 3, 0);
        const lined = parts.filter(({drawing}) => drawing.edges.length);
        const surfaces = new three.BatchedMesh(parts.length, corners(({positions}) => positions), 0, this.surface);
        const edges = lined.length ? new BatchedLines(lined.length, corners((drawing) => drawing.edges), this.lines) : null;
        for (const batch of [surfaces, edges]) {
            if (!batch) continue;
            // All parts are seen most of the time, and depth is tested: neither culling nor sorting is worth its time.
            [batch.frustumCulled, batch.perObjectFrustumCulled, batch.sortObjects] = [false, false, false];
            this.batches.push(batch);
            this.group.add(batch);
        }
        const added = (batch: three.BatchedMesh, attributes: [string, three.TypedArray][]) => {
            const shape = new three.BufferGeometry();
            for (const [name, array] of attributes) shape.setAttribute(name, new three.BufferAttribute(array, 3, name === "normal"));
            shape.boundingSphere = new three.Sphere(); // not used, and costly to compute
            const instance = batch.addInstance(batch.addGeometry(shape));
            batch.setVisibleAt(instance, false);
            return instance;
        };
        for (const {id, drawing} of parts)
            this.members.set(id, {
                surface: added(surfaces, [["position", drawing.positions], ["normal", drawing.normals]]),
                edges: edges && drawing.edges.length ? added(edges, [["position", drawing.edges]]) : -1,
            });
    }
    private each(id: number, use: (batch: three.BatchedMesh, instance: number) => void): void {
        const member = this.members.get(id);
        if (!member) return;
        use(this.batches[0]!, member.surface);
        if (member.edges >= 0) use(this.batches[1]!, member.edges);
    }
    place(id: number, matrix: three.Matrix4): void {
        this.each(id, (batch, instance) => batch.setMatrixAt(instance, matrix));
    }
    show(id: number, shown: boolean): void {
        this.each(id, (batch, instance) => batch.setVisibleAt(instance, shown));
    }
}
