import { enter } from './enter.mjs';

await enter('serve.ts', { needsTools: false });
