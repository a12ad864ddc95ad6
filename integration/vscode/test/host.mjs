// The packaged extension in Visual Studio Code itself, as a person uses it: code-server serves the editor, Chromium
// shows it, and this program clicks and types over the protocol of the developer tools.
//
// Usage: node test/host.mjs VSIX [PICTURE], with a Node that code-server accepts. WARPPROOF names the program of the
// server, WARPPROOF_CODE_SERVER the file `out/node/entry.js` of code-server, WARPPROOF_BROWSER the browser.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const [vsix, picture] = process.argv.slice(2);
const entry = process.env.WARPPROOF_CODE_SERVER;
const browser = process.env.WARPPROOF_BROWSER ?? 'chromium';
const KERNELS = `// A tree reduction without the barrier between two levels.
__global__ void reduce(int *out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  __syncthreads();
  for (int half = 32; half > 0; half = half / 2) {
    if (i < half) {
      int other = s[i + half];
      s[i] += other;
    }
  }
  if (i == 0) out[blockIdx.x] = s[0];
}

__global__ void fill(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
`;
const SETTINGS = {
  'warpproof.path': process.env.WARPPROOF,
  'warpproof.options': ['--block=64', '--no-cache'],
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'chat.disableAIFeatures': true,
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warpproof-'));
const at = (...parts) => path.join(folder, ...parts);
fs.mkdirSync(at('user', 'User'), { recursive: true });
fs.mkdirSync(at('project'));
fs.writeFileSync(at('user', 'User', 'settings.json'), JSON.stringify(SETTINGS));
fs.writeFileSync(at('project', 'reduce.cu'), KERNELS);

const freePort = () =>
  new Promise((done) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const [port, tools] = [await freePort(), await freePort()];
const folders = ['--user-data-dir', at('user'), '--extensions-dir', at('extensions'), '--config', at('config.yaml')];
execFileSync(process.execPath, [entry, ...folders, '--install-extension', path.resolve(vsix)], { stdio: 'pipe' });
const served = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-workspace-trust'];
const quiet = ['--disable-telemetry', '--disable-update-check'];
const children = [
  spawn(process.execPath, [entry, ...folders, ...served, ...quiet], { stdio: 'ignore' }),
  spawn(browser, [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'],
    ...[`--remote-debugging-port=${tools}`, `--user-data-dir=${at('browser')}`, 'about:blank'],
  ], { stdio: 'ignore' }),
];

/** Waits for a value that takes a while. */
async function until(what, get, limit = 120_000) {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(200)) {
    const value = await get().catch(() => undefined);
    if (value) {
      return value;
    }
  }
  throw new Error(`never: ${what}`);
}

let send;
const evaluate = async (code) => {
  const answer = await send('Runtime.evaluate', { expression: code, returnByValue: true });
  return answer.result?.value;
};
const texts = (selector) => evaluate(`[...document.querySelectorAll('${selector}')].map((e) => e.textContent).join(' | ')`);
async function key(name, code, modifiers = 0, text = undefined) {
  for (const type of ['keyDown', 'keyUp']) {
    await send('Input.dispatchKeyEvent', { type, key: name, code: name, windowsVirtualKeyCode: code, modifiers, text });
  }
}
async function click(selector, words) {
  const place = `(() => { const e = [...document.querySelectorAll('${selector}')].find((e) => e.textContent.includes('${words}'));
    const { left, top, width, height } = e.getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()`;
  const [x, y] = await evaluate(place);
  for (const type of ['mousePressed', 'mouseReleased']) {
    await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }
}

try {
  const list = () => fetch(`http://127.0.0.1:${tools}/json`).then((answer) => answer.json());
  const page = await until('a browser', async () => (await list()).find((target) => target.type === 'page'));
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await new Promise((done) => (socket.onopen = done));
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    waiting.get(id)?.(result ?? error);
  };
  send = (method, params = {}) =>
    new Promise((done) => {
      waiting.set(waiting.size, done);
      socket.send(JSON.stringify({ id: waiting.size - 1, method, params }));
    });
  await send('Page.enable');
  await send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 760, deviceScaleFactor: 1, mobile: false });
  const address = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(at('project'))}`;
  await until('a server', () => fetch(address));
  await send('Page.navigate', { url: address });
  await until('the explorer', async () => (await texts('.explorer-folders-view .monaco-list-row')).includes('reduce.cu'));
  await click('.explorer-folders-view .monaco-list-row', 'reduce.cu');

  const lenses = await until('lenses', async () => {
    const shown = await texts('.codelens-decoration');
    return shown.includes('Step through') && shown;
  });
  assert.match(lenses, /Warpproof: refuted: races · proved: .*Step through the counterexample.*Warpproof: proved/);
  assert.match(await texts('.statusbar-item'), /Warpproof: 1 refuted, 1 proved/);
  assert.match(await texts('.statusbar-item'), /CUDA C\+\+/);

  await click('.codelens-decoration a', 'Step through');
  const rows = await until('steps', async () => {
    const shown = await texts('.pane-body .monaco-list-row');
    return /[AB] (reads|writes) s/.test(shown) && shown;
  });
  assert.match(rows, /interval \d/);
  const first = await until('a step', async () => /step \d+ of \d+/.exec(await texts('.statusbar-item'))?.[0]);
  await key('ArrowDown', 40, 1);
  await until('the next step', async () => {
    const now = /step \d+ of \d+/.exec(await texts('.statusbar-item'))?.[0];
    return now !== undefined && now !== first;
  });
  if (picture) {
    await sleep(1000);
    const { data } = await send('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(picture, Buffer.from(data, 'base64'));
  }
  await key('Escape', 27);
  await until('the end', async () => !(await texts('.pane-header')).includes('Counterexample'));
  socket.close();
  console.log('The extension works in the editor.');
} finally {
  for (const child of children) {
    child.kill();
  }
  await sleep(1000);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
