/** Entry `shared-ui/animation`: the product's animations; the player comes only when one is shown. */
export { Animation, type AnimationName, type AnimationProps } from './Animation.tsx';
