import { enter } from './enter.mjs';

await enter('build.ts');
