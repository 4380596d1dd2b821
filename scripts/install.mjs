// Installs the npm packages if they are missing or do not match the lock file. The commands of the project do so by themselves.
import { ensurePackages } from "./project.mjs";

ensurePackages();
