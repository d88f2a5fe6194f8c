/**
 * Entry `shared-ui/animation`: the product's animations. The player is loaded when the first one is shown.
 * @module
 */
export { Animation, type AnimationName, type AnimationProps, usePrefetchAnimations } from './Animation.tsx';
