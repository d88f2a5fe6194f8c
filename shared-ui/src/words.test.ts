import { testCatalogue } from './testing/index.ts';

testCatalogue(__dirname);
