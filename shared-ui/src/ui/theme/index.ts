export { applyTheme, type ThemeSettings } from './apply-theme.ts';
export { fadeIn, prefersStillness, riseIn, turn } from './motion.ts';
