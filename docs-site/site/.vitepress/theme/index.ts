import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '../../../dist/pages/tokens.css';
import './style.css';
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { ComponentGallery } from './ComponentGallery.ts';
import { VersionMenu } from './VersionMenu.ts';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-title-after': () => h(VersionMenu),
    }),
  enhanceApp({ app }) {
    app.component('ComponentGallery', ComponentGallery);
  },
} satisfies Theme;
