import { words } from '../../words.ts';
import { CATEGORIES, type Category, findCategories } from './categories.ts';

const french = (category: Category) => words.fixed.fr(`resources.categories.${category}`);

test.each([
  ['', [...CATEGORIES]],
  ['  ', [...CATEGORIES]],
  ['medic', ['medication']],
  ['EMOTIONS', ['mind']],
  ['zzz', []],
])('findCategories finds "%s" in %j', (typed, found) => {
  expect(findCategories(typed, french)).toEqual(found);
});
