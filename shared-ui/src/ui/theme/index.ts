export { applyTheme, type ThemeSettings } from './applyTheme.ts';
export { fadeIn, prefersStillness, riseIn, turn } from './motion.ts';
