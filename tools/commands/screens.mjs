import { enter } from './enter.mjs';

await enter('screens.ts');
