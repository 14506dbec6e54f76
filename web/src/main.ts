import {clash_page} from "./clash_page";
import {read_data} from "./data";
import {element} from "./dom";
import {motion_page} from "./motion_page";
import {robot_page} from "./robot_page";
import "./style.css";

const data = read_data();
const page = document.getElementById("page")!;
if (!data) page.append(element("p", {}, "This page contains no report; `allide clash … -o report.html` writes one."));
else if (data.type === "clash") page.append(clash_page(data));
else page.append(data.type === "motion" ? motion_page(data) : robot_page(data));
