// Builds for production: the pages, and the Worker in one file.
import { ensureBuild } from "./project.mjs";

ensureBuild();
