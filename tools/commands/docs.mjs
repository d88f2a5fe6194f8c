import { enter } from './enter.mjs';

await enter('../../docs/site/command.ts');
