import { enter } from './enter.mjs';

await enter('start.ts');
