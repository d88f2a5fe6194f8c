import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';

/** Returns the versions that are published next to this one, newest first, or none if the list can't be read. */
async function fetchVersions(root: URL): Promise<string[]> {
  const response = await fetch(new URL('versions.json', root)).catch(() => undefined);
  return response?.ok ? response.json() : [];
}

/** The version of this site, and links to the others next to it. */
export const VersionMenu = defineComponent(() => {
  const { theme } = useData();
  const current: string = theme.value.version;
  const versions = ref<string[]>([current]);
  const root = () => new URL('..', new URL(withBase('/'), location.href));

  onMounted(async () => {
    const found = await fetchVersions(root());
    if (found.includes(current)) versions.value = found;
  });

  return () =>
    versions.value.length === 1
      ? h('span', { class: 'version' }, current)
      : h(
          'select',
          {
            class: 'version',
            'aria-label': 'Version',
            value: current,
            onChange: ({ target }: Event) => {
              const { value } = target as HTMLSelectElement;
              location.assign(new URL(`${value}/index.html`, root()));
            },
          },
          versions.value.map((version) => h('option', { value: version }, version)),
        );
});
