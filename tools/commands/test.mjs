import { enter } from './enter.mjs';

await enter('test.ts');
