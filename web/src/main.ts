import {clash_page} from "./clash_page";
import {read_data} from "./data";
import {element} from "./dom";
import {motion_page} from "./motion_page";
import "./style.css";

const data = read_data();
const page = document.getElementById("page")!;
if (!data) page.append(element("p", {}, "This page contains no report; `allide clash … -o report.html` writes one."));
else page.append(data.type === "clash" ? clash_page(data) : motion_page(data));
