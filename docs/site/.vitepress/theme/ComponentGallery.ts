import { useData, withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

/** The gallery of shared-ui in a frame, in the site's own theme. */
export const ComponentGallery = defineComponent(() => {
  const { isDark } = useData();
  return () =>
    h('iframe', {
      class: 'gallery',
      title: 'Component gallery',
      src: withBase(`/gallery/index.html?theme=${isDark.value ? 'dark' : 'light'}`),
    });
});
