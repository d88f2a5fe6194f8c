import { testCatalogue } from 'shared-ui/testing';

testCatalogue(__dirname);
