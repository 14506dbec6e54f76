// The 3D view: bodies, lines, and a camera framed on a bounding sphere.
import * as three from "three";
import {LineMaterial} from "three/addons/lines/LineMaterial.js";
import {LineSegments2} from "three/addons/lines/LineSegments2.js";
import {LineSegmentsGeometry} from "three/addons/lines/LineSegmentsGeometry.js";
import {OrbitControls} from "three/addons/controls/OrbitControls.js";
import type {Geometry, Vec} from "./data";
import {reach, triangles_in_reach, type Triangles} from "./geometry";

export const colours = {a: 0xe8590c, b: 0x1c7ed6, ghost: 0x8d99a6, curve: 0xf02fb0};

export interface Look {
    colour: number;
    side?: 1 | 2; // part A or B; undefined: a ghost of the surroundings
    shines_through?: boolean; // drawn faintly where the other part hides it
    sheer?: boolean; // drawn transparent, because it would cover the view like a wall
    own_colours?: boolean; // the colours of its file
}

export interface Spot {
    x: number;
    y: number;
    seen: boolean; // in front of the camera
}

const first_direction = new three.Vector3(1.4, -1.9, 1.1).normalize();
const away_in_radii = 3.1; // distance of the camera from the centre, in radii

// Maps a direction of the world, in which `up` is vertical, to view coordinates, in which z is vertical. The first
// axis stays horizontal, as in the cameras of BCF files.
export function up_turn(up: Vec = [0, 0, 1]): (v: Vec) => Vec {
    const z = new three.Vector3(...up).normalize();
    const x = Math.abs(z.x) < 0.9 ? new three.Vector3(1, 0, 0) : new three.Vector3(0, 1, 0);
    x.addScaledVector(z, -x.dot(z)).normalize();
    const y = z.clone().cross(x);
    return (v) => [x, y, z].map((axis) => axis.x * v[0] + axis.y * v[1] + axis.z * v[2]) as Vec;
}

export class View {
    readonly canvas = document.createElement("canvas");
    readonly bodies = new three.Group();
    protected readonly scene = new three.Scene();
    protected readonly camera = new three.PerspectiveCamera(40, 1, 0.1, 4 * reach);
    protected readonly controls: OrbitControls;
    protected readonly renderer: three.WebGLRenderer;
    private waiting = false;
    protected center: Vec = [0, 0, 0];
    protected scale = 1;
    protected turned: (v: Vec) => Vec = (v) => v;
    private first = first_direction.clone(); // the direction that reset() returns to
    // Called after each frame is drawn.
    drawn: () => void = () => {};

    // Throws where the browser has no WebGL.
    constructor() {
        this.renderer = new three.WebGLRenderer({canvas: this.canvas, antialias: true, alpha: true, stencil: true, preserveDrawingBuffer: true});
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.canvas.tabIndex = 0;
        this.canvas.addEventListener("keydown", (event) => this.key(event));
        this.camera.up.set(0, 0, 1);
        this.camera.position.copy(first_direction).multiplyScalar(away_in_radii);
        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.minDistance = 0.1;
        this.controls.maxDistance = reach;
        this.controls.addEventListener("change", () => this.draw());
        const sun = new three.DirectionalLight(0xffffff, 2.2);
        sun.position.set(0.6, -0.4, 1);
        this.camera.add(sun);
        this.scene.add(this.camera, this.bodies, new three.HemisphereLight(0xffffff, 0x8899aa, 1.4));
        new ResizeObserver(() => this.resize()).observe(this.canvas);
    }

    clear(): void {
        for (const body of [...this.bodies.children]) this.remove(body);
    }
    remove(body: three.Object3D): void {
        body.traverse((thing) => {
            if (thing instanceof three.Mesh || thing instanceof three.LineSegments) {
                thing.geometry.dispose();
                (thing.material as three.Material).dispose();
            }
        });
        this.bodies.remove(body);
    }

    // Centres the view on a sphere in world coordinates. Bodies added later are stored relative to its centre, so
    // that single precision is enough for parts that are kilometres from the origin.
    frame(center: Vec, radius: number): void {
        this.center = center;
        this.scale = 1 / Math.max(radius, Number.MIN_VALUE);
        const direction = this.camera.position.clone().sub(this.controls.target).normalize();
        this.controls.target.set(0, 0, 0);
        this.camera.position.copy(direction.multiplyScalar(away_in_radii));
        this.controls.update();
    }
    // Returns to the view that the page opens with.
    reset(): void {
        this.controls.target.set(0, 0, 0);
        this.camera.position.copy(this.first).multiplyScalar(away_in_radii);
        this.controls.update();
        this.draw();
    }
    // The current picture, as the data URL of a JPEG.
    picture(): string {
        this.render();
        const copy = document.createElement("canvas");
        const scale = Math.min(1, 900 / this.canvas.width);
        [copy.width, copy.height] = [this.canvas.width * scale, this.canvas.height * scale];
        const pen = copy.getContext("2d")!;
        pen.fillStyle = "#fff";
        pen.fillRect(0, 0, copy.width, copy.height);
        pen.drawImage(this.canvas, 0, 0, copy.width, copy.height);
        return copy.toDataURL("image/jpeg", 0.85);
    }

    set_up(up: Vec): void {
        this.turned = up_turn(up);
    }
    // Looks from this direction of the world.
    look_from(away: Vec): void {
        this.first = new three.Vector3(...this.turned(away)).normalize();
        this.controls.target.set(0, 0, 0);
        this.camera.position.copy(this.first).multiplyScalar(away_in_radii);
        this.controls.update();
    }
    protected local(point: Vec): Vec {
        return this.turned(point.map((value, axis) => (value - this.center[axis]!) * this.scale) as Vec);
    }
    place(point: Vec): three.Vector3 {
        return new three.Vector3(...this.local(point));
    }

    body(geometry: Geometry, look: Look): three.Object3D {
        return this.body_of(triangles_in_reach(geometry, (p) => this.local(p)), geometry, look);
    }

    // A body that pose() moves: its points are stored relative to `origin`, in its own frame.
    movable(geometry: Geometry, origin: Vec, look: Look): three.Object3D {
        const place = (p: Vec) => p.map((value, axis) => (value - origin[axis]!) * this.scale) as Vec;
        const body = this.body_of(triangles_in_reach(geometry, place), geometry, look);
        body.matrixAutoUpdate = false;
        return body;
    }
    // `m`: the 12 numbers, row-major, of the map from the body's frame to the world.
    pose(body: three.Object3D, origin: Vec, m: number[]): void {
        body.matrix.copy(this.matrix_at(origin, m));
        body.matrixWorldNeedsUpdate = true;
    }
    protected matrix_at(origin: Vec, m: number[]): three.Matrix4 {
        const row = (i: number): Vec => [m[4 * i]!, m[4 * i + 1]!, m[4 * i + 2]!];
        const at = [0, 1, 2].map((i) => row(i).reduce((sum, x, k) => sum + x * origin[k]!, m[4 * i + 3]!)) as Vec;
        const columns = [0, 1, 2].map((k) => this.turned([m[k]!, m[4 + k]!, m[8 + k]!]));
        const [x, y, z] = columns as [Vec, Vec, Vec];
        const t = this.local(at);
        return new three.Matrix4().set(x[0], y[0], z[0], t[0], x[1], y[1], z[1], t[1], x[2], y[2], z[2], t[2], 0, 0, 0, 1);
    }

    private body_of(made: Triangles, geometry: Geometry, look: Look): three.Object3D {
        const body = new three.Group();
        if (!made.sources.length) return body;
        const shape = new three.BufferGeometry();
        shape.setAttribute("position", new three.BufferAttribute(made.positions, 3));
        shape.computeVertexNormals();
        const painted = !!look.own_colours && !!geometry.colours;
        if (painted) shape.setAttribute("color", new three.BufferAttribute(paint(made, geometry, look.colour), 3));
        const colour = {color: painted ? 0xffffff : look.colour, vertexColors: painted, side: three.DoubleSide};
        if (look.side && look.sheer) body.add(sheer(shape, colour));
        else if (look.side) body.add(solid(shape, colour, look.side));
        else body.add(ghost(shape, colour));
        if (look.side && look.shines_through) body.add(hidden(shape, colour, look.side));
        const edges = new three.LineBasicMaterial({color: painted ? 0x495057 : look.colour, opacity: look.side ? 0.5 : 0.22, transparent: true});
        if (made.sources.length < 20000) body.add(new three.LineSegments(new three.EdgesGeometry(shape, 25), edges));
        return body;
    }

    // Curves drawn over everything else; thin if there are many, so that they do not hide the surfaces.
    curves(curves: Vec[][]): three.Object3D {
        const ends: number[] = [];
        for (const curve of curves)
            for (let i = 1; i < curve.length; ++i) ends.push(...this.local(curve[i - 1]!), ...this.local(curve[i]!));
        if (!ends.length) return new three.Group();
        const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(ends),
            new LineMaterial({color: colours.curve, linewidth: ends.length > 1200 ? 1.5 : 3, depthTest: false, transparent: true}));
        lines.renderOrder = 4;
        return lines;
    }

    // Projects a world point to pixels from the upper left corner of the canvas.
    on_screen(point: Vec): Spot {
        const at = this.place(point).project(this.camera);
        return {x: ((at.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - at.y) / 2) * this.canvas.clientHeight, seen: at.z <= 1};
    }

    turn(sideways: number, up: number): void {
        const to_y_up = (v: three.Vector3, back: number) => v.applyAxisAngle(new three.Vector3(1, 0, 0), (back * Math.PI) / 2);
        const from = new three.Spherical().setFromVector3(to_y_up(this.camera.position.clone().sub(this.controls.target), -1));
        from.theta += sideways;
        from.phi = Math.min(Math.max(from.phi - up, 0.05), Math.PI - 0.05);
        this.camera.position.copy(to_y_up(new three.Vector3().setFromSpherical(from), 1).add(this.controls.target));
        this.controls.update();
        this.draw();
    }
    zoom(by: number): void {
        this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
        this.controls.update();
        this.draw();
    }

    protected key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const turns: Record<string, [number, number]> = {ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15]};
        const turn = turns[event.key];
        if (turn) this.turn(...turn);
        else if (event.key === "+" || event.key === "=") this.zoom(0.85);
        else if (event.key === "-") this.zoom(1 / 0.85);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    draw(): void {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            this.render();
            this.drawn();
        });
    }

    private render(): void {
        this.set_near();
        this.renderer.render(this.scene, this.camera);
    }

    // Depth precision needs a near plane that is not too near: faces that reach past the camera are clipped there.
    private set_near(): void {
        this.camera.near = 0.08 * this.camera.position.distanceTo(this.controls.target);
        this.camera.updateProjectionMatrix();
    }

    private resize(): void {
        const {clientWidth, clientHeight} = this.canvas;
        if (!clientWidth || !clientHeight) return;
        this.renderer.setSize(clientWidth, clientHeight, false);
        this.camera.aspect = clientWidth / clientHeight;
        this.draw();
    }
}

type Colouring = {color: number; vertexColors: boolean; side: three.Side};

// The stencil buffer holds which part is in front. Coplanar faces of both parts show the first part.
function solid(shape: three.BufferGeometry, colour: Colouring, side: 1 | 2): three.Mesh {
    return new three.Mesh(shape, new three.MeshStandardMaterial({
        ...colour, roughness: 0.75, polygonOffset: true, polygonOffsetFactor: side, polygonOffsetUnits: side,
        stencilWrite: true, stencilRef: side, stencilZPass: three.ReplaceStencilOp,
    }));
}

function sheer(shape: three.BufferGeometry, colour: Colouring): three.Mesh {
    return new three.Mesh(shape, new three.MeshStandardMaterial({...colour, roughness: 0.75, transparent: true, opacity: 0.2, depthWrite: false}));
}

function hidden(shape: three.BufferGeometry, colour: Colouring, side: 1 | 2): three.Mesh {
    const mesh = new three.Mesh(shape, new three.MeshBasicMaterial({
        ...colour, transparent: true, opacity: 0.4, depthWrite: false, depthFunc: three.GreaterDepth,
        stencilWrite: true, stencilWriteMask: 0, stencilRef: 3 - side, stencilFunc: three.EqualStencilFunc,
    }));
    mesh.renderOrder = 1;
    return mesh;
}

function ghost(shape: three.BufferGeometry, colour: Colouring): three.Mesh {
    const mesh = new three.Mesh(shape, new three.MeshStandardMaterial({...colour, roughness: 0.75, transparent: true, opacity: 0.07, depthWrite: false}));
    mesh.renderOrder = 2;
    return mesh;
}

// The colour of each corner: the colour in the file, else the given one.
function paint({sources}: Triangles, {colours: runs}: Geometry, other: number): Float32Array {
    const of_triangle: three.Color[] = [];
    for (const [count, text] of runs!) {
        const colour = new three.Color(text ?? other);
        for (let i = 0; i < count; ++i) of_triangle.push(colour);
    }
    const out = new Float32Array(9 * sources.length);
    sources.forEach((source, i) => {
        for (let corner = 0; corner < 3; ++corner) of_triangle[source]!.toArray(out, 9 * i + 3 * corner);
    });
    return out;
}
