import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { ComponentGallery } from './ComponentGallery.ts';
import { VersionMenu } from './VersionMenu.ts';
// After the theme, whose values they replace.
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '../../dist/pages/tokens.css';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-before': () => h(VersionMenu),
    }),
  enhanceApp({ app }) {
    app.component('ComponentGallery', ComponentGallery);
  },
} satisfies Theme;
