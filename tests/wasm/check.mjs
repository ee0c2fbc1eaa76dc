// node check.mjs PYODIDE PACKAGES ROOT: runs check.py in the Python of the npm package pyodide. PACKAGES is a folder with unoref
// and what it needs, ROOT the folder that holds tests/.
import { pathToFileURL } from "node:url";
import path from "node:path";

const [pyodide, packages, root] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
for (const [place, folder] of [["/packages", packages], ["/root", root]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(folder) }, place);
}
console.log(python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/packages", "/root"]
import unoref
assert unoref.__file__.startswith("/packages/"), unoref.__file__
from tests.wasm.check import check
check()
`));
