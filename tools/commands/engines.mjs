import { enter } from './enter.mjs';

await enter('engines.ts');
