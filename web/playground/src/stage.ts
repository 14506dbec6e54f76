// The 3D view: parts at their poses, the handles that move the selected one, and what the last answer marks.
import * as three from "three";
import {TransformControls} from "three/addons/controls/TransformControls.js";
import {LineMaterial} from "three/addons/lines/LineMaterial.js";
import {LineSegments2} from "three/addons/lines/LineSegments2.js";
import {LineSegmentsGeometry} from "three/addons/lines/LineSegmentsGeometry.js";
import type {Vec} from "../../src/data";
import {Bounds} from "../../src/geometry";
import {colours, View} from "../../src/view";
import {Crowd} from "./crowd";
import {mapped, normalized, rotated, rows_of, times, type Placement, type Quaternion, type Rows} from "./pose";
import type {Drawing, Region, Touch} from "./protocol";
import type {Part, State} from "./state";

const neutral = 0x9aa7b5;
const most_arrows = 6;
const filled = 0.8; // the share of the picture that all parts fill
const most_in_crowd = 5000; // triangles of a part; larger ones are drawn one by one

// A part that is drawn by itself.
interface Body {
    group: three.Group;
    surface: three.MeshStandardMaterial;
    lines: three.LineBasicMaterial;
    marks: three.Mesh<three.BufferGeometry, three.MeshBasicMaterial>;
}

// The state in which a part is drawn.
interface Shown {
    body: Body | null; // null: it is drawn with the crowd
    in_crowd: boolean; // visible there
    marked: boolean;
    rows: Rows | null;
    frame: number;
}

function surface_material(): three.MeshStandardMaterial {
    return new three.MeshStandardMaterial({color: neutral, roughness: 0.62, metalness: 0.05, side: three.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1});
}
function line_material(): three.LineBasicMaterial {
    return new three.LineBasicMaterial({color: neutral, transparent: true, opacity: 0.8});
}

const scaling = new three.Vector3();

function sample_of({positions, middle}: Drawing): Vec[] {
    const step = 3 * Math.max(1, Math.floor(positions.length / 3 / 300));
    const out: Vec[] = [];
    for (let i = 0; i < positions.length; i += step) out.push([0, 1, 2].map((axis) => positions[i + axis]! + middle[axis]!) as Vec);
    return out;
}

export class Stage extends View {
    private readonly shown = new Map<number, Shown>();
    private readonly crowd_surface = surface_material();
    private readonly crowd_lines = line_material();
    private readonly crowd = new Crowd(this.crowd_surface, this.crowd_lines);
    private readonly handles: TransformControls;
    private readonly handle = new three.Object3D();
    private readonly arrows = new three.Group();
    private readonly curves_shown = new LineSegments2(new LineSegmentsGeometry(),
        new LineMaterial({color: colours.curve, linewidth: 2.5, depthTest: false, transparent: true}));
    private start: {place: Placement; position: three.Vector3; quaternion: three.Quaternion} | null = null;
    private other: number | null = null;
    private frames = 0; // the number of calls of frame()
    private ghosts = false;
    private y_up = false;
    private ready = false;
    on_grab: () => void = () => {};
    on_release: () => void = () => {};
    on_click: (origin: Vec, direction: Vec) => void = () => {};

    constructor(private readonly state: State) {
        super();
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 1.5));
        this.curves_shown.renderOrder = 4;
        this.curves_shown.visible = false;
        this.curves_shown.frustumCulled = false; // its bounds are not computed
        this.handles = new TransformControls(this.camera, this.canvas);
        this.handles.setSize(0.85);
        this.handles.setSpace("local"); // the handle has the axes of the world, which the view may turn
        this.handles.addEventListener("change", () => this.draw());
        this.handles.addEventListener("dragging-changed", ({value}) => (value ? this.grab() : this.release()));
        this.handles.addEventListener("objectChange", () => this.follow_handle());
        this.bodies.add(this.crowd.group);
        this.scene.add(this.handle, this.handles.getHelper(), this.arrows, this.curves_shown);
        this.watch_clicks();
        this.ready = true;
    }

    // ---- Parts
    set_parts(): void {
        let changed = false;
        const present = new Set(this.state.parts.map(({id}) => id));
        for (const [id, shown] of this.shown)
            if (!present.has(id)) {
                this.drop_body(shown);
                this.shown.delete(id);
                changed = true;
            }
        for (const part of this.state.parts)
            if (!this.shown.has(part.id)) {
                this.shown.set(part.id, {body: null, in_crowd: false, marked: false, rows: null, frame: 0});
                changed = true;
            }
        if (changed) {
            this.crowd.set_parts(this.state.parts.filter(({triangles}) => triangles <= most_in_crowd));
            for (const shown of this.shown.values()) [shown.in_crowd, shown.rows] = [false, null];
        }
        this.update();
    }
    private body_made({drawing}: Part): Body {
        const shape = new three.BufferGeometry();
        shape.setAttribute("position", new three.BufferAttribute(drawing.positions, 3));
        shape.setAttribute("normal", new three.BufferAttribute(drawing.normals, 3, true));
        shape.boundingSphere = new three.Sphere(new three.Vector3(), Math.hypot(...drawing.lo.map((x, axis) => drawing.hi[axis]! - x)) / 2);
        const surface = surface_material();
        const group = new three.Group();
        group.matrixAutoUpdate = false;
        group.add(new three.Mesh(shape, surface));
        const lines = line_material();
        if (drawing.edges.length) {
            const edges = new three.BufferGeometry();
            edges.setAttribute("position", new three.BufferAttribute(drawing.edges, 3));
            edges.boundingSphere = shape.boundingSphere;
            group.add(new three.LineSegments(edges, lines));
        }
        const marks = new three.Mesh(new three.BufferGeometry(), new three.MeshBasicMaterial({
            color: colours.curve, transparent: true, opacity: drawing.positions.length < 9 * 3000 ? 0.22 : 0.55, side: three.DoubleSide, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1, depthWrite: false}));
        marks.visible = false;
        marks.frustumCulled = false;
        marks.renderOrder = 3;
        group.add(marks);
        this.bodies.add(group);
        return {group, surface, lines, marks};
    }
    private drop_body(shown: Shown): void {
        if (shown.body) this.remove(shown.body.group);
        shown.body = null;
        shown.marked = false;
    }

    // Moves everything to where the state has it, and colours it.
    update(): void {
        const faint = Math.min(1, 60 / this.state.parts.length); // many ghosts are fainter, so that they do not hide the others
        const paint = (surface: three.MeshStandardMaterial, lines: three.LineBasicMaterial, colour: number) => {
            const ghost = this.ghosts && colour === neutral;
            surface.color.set(colour);
            if (surface.transparent !== ghost) surface.needsUpdate = true;
            surface.transparent = ghost;
            surface.opacity = ghost ? Math.max(0.012, 0.06 * faint) : 1;
            surface.depthWrite = !ghost;
            lines.color.set(colour).multiplyScalar(ghost ? 1 : 0.3);
            lines.opacity = ghost ? Math.max(0.03, 0.16 * faint) : 0.8;
        };
        paint(this.crowd_surface, this.crowd_lines, neutral);
        for (const part of this.state.parts) {
            const shown = this.shown.get(part.id)!;
            const colour = part === this.state.selected ? colours.a : part.id === this.other ? colours.b : neutral;
            const alone = colour !== neutral || shown.marked || !this.crowd.has(part.id);
            if (alone && !shown.body) [shown.body, shown.rows] = [this.body_made(part), null];
            if (!alone && shown.body) {
                this.drop_body(shown);
                shown.rows = null;
            }
            const in_crowd = part.shown && !alone;
            if (in_crowd !== shown.in_crowd) {
                this.crowd.show(part.id, in_crowd);
                shown.in_crowd = in_crowd;
            }
            if (shown.body) {
                shown.body.group.visible = part.shown;
                paint(shown.body.surface, shown.body.lines, colour);
            }
            if (shown.rows === part.rows && shown.frame === this.frames) continue;
            [shown.rows, shown.frame] = [part.rows, this.frames];
            const matrix = this.matrix_at(part.drawing.middle, part.rows);
            matrix.scale(scaling.set(this.scale, this.scale, this.scale));
            if (shown.body) {
                shown.body.group.matrix.copy(matrix);
                shown.body.group.matrixWorldNeedsUpdate = true;
            } else this.crowd.place(part.id, matrix);
        }
        this.place_handle();
        this.draw();
    }

    frame_all(parts = this.state.shown()): void {
        if (!parts.length) return;
        const box = this.state.bounds(parts);
        const [center, radius] = [box.center(), box.radius() || 1];
        this.frame(center, radius);
        this.frame(center, radius * (this.extent(parts) / filled));
        ++this.frames;
        this.update();
    }
    // How far the parts reach from the middle of the picture; 1 is its edge. Samples of their corners, or their boxes if
    // there are many parts.
    private extent(parts: Part[]): number {
        this.camera.updateMatrixWorld();
        let most = 1e-3;
        for (const {rows, drawing} of parts)
            for (const corner of parts.length > 20 ? Bounds.corners_of(drawing) : sample_of(drawing)) {
                const {x, y} = this.place(mapped(rows, corner)).project(this.camera);
                most = Math.max(most, Math.abs(x), Math.abs(y));
            }
        return most;
    }
    // Draws the y axis of the world upwards, or the z axis.
    set_y_up(wanted: boolean): void {
        this.y_up = wanted;
        this.set_up(wanted ? [0, 1, 0] : [0, 0, 1]);
        this.frame_all();
    }
    get is_y_up(): boolean {
        return this.y_up;
    }
    // Draws all parts but the selected one and the one that the answer is about as ghosts.
    see_through(wanted: boolean): void {
        this.ghosts = wanted;
        this.update();
    }
    get sees_through(): boolean {
        return this.ghosts;
    }

    // ---- Handles
    set_mode(mode: "translate" | "rotate"): void {
        this.handles.setMode(mode);
        this.draw();
    }
    get mode(): string {
        return this.handles.mode;
    }
    private place_handle(): void {
        const part = this.state.selected;
        if (!part?.shown) {
            this.handles.detach();
            return;
        }
        if (this.handles.object !== this.handle) this.handles.attach(this.handle);
        if (this.start) return; // the handle leads
        this.handle.position.copy(this.place(mapped(part.rows, part.drawing.middle)));
        const [x, y, z] = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vec[]).map((axis) => new three.Vector3(...this.turned(axis)));
        this.handle.quaternion.setFromRotationMatrix(new three.Matrix4().makeBasis(x!, y!, z!));
    }
    private grab(): void {
        const part = this.state.selected;
        if (!part) return;
        this.controls.enabled = false;
        this.start = {place: part.placement, position: this.handle.position.clone(), quaternion: this.handle.quaternion.clone()};
        this.on_grab();
    }
    private release(): void {
        this.controls.enabled = true;
        this.start = null;
        this.place_handle();
        this.on_release();
    }
    private follow_handle(): void {
        const part = this.state.selected;
        if (!part || !this.start) return;
        const {place, position, quaternion} = this.start;
        if (this.handles.mode === "translate") {
            const shift = this.world_direction(this.handle.position.clone().sub(position).divideScalar(this.scale));
            this.state.place(part, {...place, position: place.position.map((x, i) => x + shift[i]!) as Vec});
            return;
        }
        const by = this.handle.quaternion.clone().multiply(quaternion.clone().invert());
        const axis = this.world_direction(new three.Vector3(by.x, by.y, by.z));
        const turn = normalized(times([by.w, ...axis] as Quaternion, place.turn));
        const before = mapped(rows_of(place), part.drawing.middle);
        const offset = rotated(rows_of({position: [0, 0, 0], turn}), part.drawing.middle);
        this.state.place(part, {position: before.map((x, i) => x - offset[i]!) as Vec, turn});
    }
    // From view coordinates, which are turned so that z is up, to the world.
    private world_direction(v: three.Vector3): Vec {
        const axes = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vec[]).map((axis) => this.turned(axis));
        return axes.map((axis) => axis[0] * v.x + axis[1] * v.y + axis[2] * v.z) as Vec;
    }

    // ---- Clicks select the part under the pointer. The worker finds it.
    private watch_clicks(): void {
        let down: PointerEvent | null = null;
        this.canvas.addEventListener("pointerdown", (event) => (down = event.isPrimary && !this.handles.axis ? event : null));
        this.canvas.addEventListener("pointerup", (event) => {
            if (!down || this.start || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 6) return;
            const box = this.canvas.getBoundingClientRect();
            const caster = new three.Raycaster();
            caster.setFromCamera(new three.Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height), this.camera);
            const {origin, direction} = caster.ray;
            this.on_click(this.world_direction(origin).map((x, i) => x / this.scale + this.center[i]!) as Vec, this.world_direction(direction));
        });
    }

    // ---- What an answer marks
    set_answer(answer: Touch | null): void {
        this.other = answer?.other ?? null;
        const marked = new Map(answer?.marked.filter(({positions}) => positions.length).map(({id, positions}) => [id, positions]));
        for (const [id, shown] of this.shown) {
            shown.marked = marked.has(id);
            if (shown.body) shown.body.marks.visible = shown.marked;
        }
        if (!answer?.contacts) this.set_curves(answer?.gap ? Float64Array.from([...answer.gap.point_a, ...answer.gap.point_b]) : new Float64Array(0));
        else if (answer.curves) this.set_curves(answer.curves);
        this.set_normals(answer?.contacts ? answer.regions : []);
        this.update(); // makes the bodies that have marks
        for (const [id, positions] of marked) {
            const marks = this.shown.get(id)?.body?.marks;
            if (!marks) continue;
            marks.geometry.dispose();
            marks.geometry.setAttribute("position", new three.BufferAttribute(positions, 3));
            marks.visible = true;
        }
    }
    set_curves(ends: Float64Array): void {
        this.curves_shown.visible = ends.length > 0;
        if (!ends.length) return;
        const buffer = new three.InstancedInterleavedBuffer(this.locals(ends), 6, 1);
        const {geometry} = this.curves_shown;
        geometry.dispose();
        geometry.setAttribute("instanceStart", new three.InterleavedBufferAttribute(buffer, 3, 0));
        geometry.setAttribute("instanceEnd", new three.InterleavedBufferAttribute(buffer, 3, 3));
        geometry.instanceCount = ends.length / 6;
        this.draw();
    }
    // Points of the world in view coordinates: local() for thousands of them.
    private locals(points: Float64Array): Float32Array {
        const [x, y, z] = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vec[]).map((axis) => this.turned(axis)) as [Vec, Vec, Vec];
        const [[cx, cy, cz], scale] = [this.center, this.scale];
        const out = new Float32Array(points.length);
        for (let i = 0; i < points.length; i += 3) {
            const [a, b, c] = [(points[i]! - cx) * scale, (points[i + 1]! - cy) * scale, (points[i + 2]! - cz) * scale];
            for (let axis = 0; axis < 3; ++axis) out[i + axis] = x[axis]! * a + y[axis]! * b + z[axis]! * c;
        }
        return out;
    }
    set_normals(regions: Region[]): void {
        for (const arrow of [...this.arrows.children]) {
            (arrow as three.ArrowHelper).dispose();
            this.arrows.remove(arrow);
        }
        const deepest = regions[0]?.depth_upper || 1;
        for (const {normal, point, depth_upper} of regions.slice(0, most_arrows)) {
            const [x, y, z] = this.turned(normal);
            const size = 0.12 + 0.22 * Math.min(1, depth_upper / deepest);
            const arrow = new three.ArrowHelper(new three.Vector3(x, y, z), this.place(point), size, 0x37b24d, 0.3 * size, 0.17 * size);
            arrow.traverse((thing) => {
                if (thing instanceof three.Mesh || thing instanceof three.Line) {
                    const material = thing.material as three.Material;
                    material.depthTest = false;
                    material.transparent = true;
                    thing.renderOrder = 5;
                }
            });
            this.arrows.add(arrow);
        }
        this.draw();
    }

    // ---- The camera, for links: its position relative to its target, which is the centre.
    get camera_at(): Vec {
        return this.camera.position.toArray() as Vec;
    }
    set_camera(at: Vec): void {
        this.controls.target.set(0, 0, 0);
        this.camera.position.set(...at);
        this.controls.update();
        this.draw();
    }
    on_camera(moved: () => void): void {
        this.controls.addEventListener("end", moved);
    }

    // Shift and arrows move the part instead of the camera.
    protected override key(event: KeyboardEvent): void {
        if (this.ready && event.shiftKey && /^(Arrow|Page)/.test(event.key)) return;
        super.key(event);
    }
}
