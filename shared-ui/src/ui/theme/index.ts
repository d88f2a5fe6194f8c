export { applyTheme, type ThemeSettings } from './apply-theme.ts';
export { fadeIn, prefersStillness, riseIn } from './motion.ts';
