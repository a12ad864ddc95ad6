// Puts the model of the editor in the place of the module `vscode`. Loaded before the tests.

import * as nodeModule from 'node:module';
import { vscode } from './vscode';

type Load = (request: string, parent: unknown, isMain: boolean) => unknown;
const loader = nodeModule as unknown as { default?: { _load: Load }; _load: Load };
const target = loader.default ?? loader;
const load = target._load;
target._load = (request, parent, isMain) => (request === 'vscode' ? vscode : load(request, parent, isMain));
