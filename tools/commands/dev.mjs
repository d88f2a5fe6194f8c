import { enter } from './enter.mjs';

await enter('dev.ts');
