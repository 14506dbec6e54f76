// The three-dimensional picture, whatever stands in it: bodies, lines, a camera that is framed on a ball.
import * as three from "three";
import {LineMaterial} from "three/addons/lines/LineMaterial.js";
import {LineSegments2} from "three/addons/lines/LineSegments2.js";
import {LineSegmentsGeometry} from "three/addons/lines/LineSegmentsGeometry.js";
import {OrbitControls} from "three/addons/controls/OrbitControls.js";
import type {Geometry, Vec} from "./data";

export const colours = {a: 0xe8590c, b: 0x1c7ed6, curve: 0xf02fb0};

export interface Look {
    colour: number;
    opacity?: number;
}

export class View {
    readonly canvas = document.createElement("canvas");
    readonly bodies = new three.Group();
    private readonly scene = new three.Scene();
    private readonly camera = new three.PerspectiveCamera(40, 1, 0.01, 100);
    private readonly controls: OrbitControls;
    private readonly renderer: three.WebGLRenderer;
    private waiting = false;
    private center: Vec = [0, 0, 0];
    private scale = 1;
    // Called after each picture.
    drawn: () => void = () => {};

    // Throws where the browser has no WebGL.
    constructor() {
        this.renderer = new three.WebGLRenderer({canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true});
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.canvas.tabIndex = 0;
        this.camera.up.set(0, 0, 1);
        this.camera.position.set(1.4, -1.9, 1.1);
        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.addEventListener("change", () => this.draw());
        const sun = new three.DirectionalLight(0xffffff, 2.2);
        sun.position.set(0.6, -0.4, 1);
        this.camera.add(sun);
        this.scene.add(this.camera, this.bodies, new three.HemisphereLight(0xffffff, 0x8899aa, 1.4));
        new ResizeObserver(() => this.resize()).observe(this.canvas);
    }

    clear(): void {
        this.bodies.traverse((thing) => {
            if (thing instanceof three.Mesh || thing instanceof three.LineSegments || thing instanceof three.Points) {
                thing.geometry.dispose();
                (thing.material as three.Material).dispose();
            }
        });
        this.bodies.clear();
    }

    // Puts a ball of the world into the middle of the picture. What is added later is counted from there, so
    // that single precision does for parts that are kilometres from the origin.
    frame(center: Vec, radius: number): void {
        this.center = center;
        this.scale = 1 / Math.max(radius, Number.MIN_VALUE);
        this.camera.position.setLength(3.1);
        this.controls.target.set(0, 0, 0);
        const direction = this.camera.position.clone().normalize();
        this.camera.position.copy(direction.multiplyScalar(3.1));
        this.controls.update();
    }

    place(point: Vec): three.Vector3 {
        const [x, y, z] = point.map((value, axis) => (value - this.center[axis]!) * this.scale) as Vec;
        return new three.Vector3(x, y, z);
    }

    private local(corners: Float64Array): Float32Array {
        const local = new Float32Array(corners.length);
        for (let i = 0; i < corners.length; ++i) local[i] = (corners[i]! - this.center[i % 3]!) * this.scale;
        return local;
    }

    body({corners, triangles}: Geometry, {colour, opacity = 1}: Look): three.Object3D {
        const shape = new three.BufferGeometry();
        shape.setAttribute("position", new three.BufferAttribute(this.local(corners), 3));
        shape.setIndex(new three.BufferAttribute(triangles, 1));
        const flat = shape.toNonIndexed();
        flat.computeVertexNormals();
        const ghost = opacity < 0.3;
        const material = new three.MeshStandardMaterial({
            color: colour, opacity, transparent: opacity < 1, depthWrite: !ghost, side: three.DoubleSide, roughness: 0.75,
            polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
        });
        const body = new three.Group();
        body.add(new three.Mesh(flat, material));
        const edges = new three.LineBasicMaterial({color: colour, opacity: ghost ? 0.25 : 0.5, transparent: true});
        if (triangles.length < 60000) body.add(new three.LineSegments(new three.EdgesGeometry(shape, 25), edges));
        shape.dispose();
        return body;
    }

    // Over everything: among the transparent ones, which are drawn last.
    curves(curves: Vec[][]): three.Object3D {
        const ends: number[] = [];
        for (const curve of curves)
            for (let i = 1; i < curve.length; ++i) ends.push(...this.place(curve[i - 1]!), ...this.place(curve[i]!));
        if (!ends.length) return new three.Group();
        const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(ends),
            new LineMaterial({color: colours.curve, linewidth: 3, depthTest: false, transparent: true}));
        lines.renderOrder = 2;
        return lines;
    }

    point(at: Vec): three.Object3D {
        const dot = new three.Points(new three.BufferGeometry().setFromPoints([this.place(at)]),
            new three.PointsMaterial({color: colours.curve, size: 9, sizeAttenuation: false, depthTest: false, transparent: true}));
        dot.renderOrder = 3;
        return dot;
    }

    // Where a point of the world is in the picture, in pixels from its upper left corner.
    on_screen(point: Vec): {x: number; y: number} {
        const at = this.place(point).project(this.camera);
        return {x: ((at.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - at.y) / 2) * this.canvas.clientHeight};
    }

    turn(sideways: number, up: number): void {
        const from = new three.Spherical().setFromVector3(this.camera.position.clone().applyAxisAngle(new three.Vector3(1, 0, 0), -Math.PI / 2));
        from.theta += sideways;
        from.phi = Math.min(Math.max(from.phi - up, 0.05), Math.PI - 0.05);
        this.camera.position.setFromSpherical(from).applyAxisAngle(new three.Vector3(1, 0, 0), Math.PI / 2);
        this.controls.update();
        this.draw();
    }
    zoom(by: number): void {
        this.camera.position.multiplyScalar(by);
        this.controls.update();
        this.draw();
    }

    draw(): void {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            this.renderer.render(this.scene, this.camera);
            this.drawn();
        });
    }

    private resize(): void {
        const {clientWidth, clientHeight} = this.canvas;
        if (!clientWidth || !clientHeight) return;
        this.renderer.setSize(clientWidth, clientHeight, false);
        this.camera.aspect = clientWidth / clientHeight;
        this.camera.updateProjectionMatrix();
        this.draw();
    }
}
