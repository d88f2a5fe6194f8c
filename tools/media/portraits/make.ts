import { writeFileSync } from 'node:fs';
import { RESULT_MEDIA } from '../places.ts';

/** Describes a portrait: colours, and the shapes behind and in front of the face, in a box of 320 by 320. */
interface Person {
  skin: string;
  shade: string;
  lips: string;
  hair: string;
  /** Shapes behind the head, and over the forehead. */
  behind: string;
  before: string;
  shirt: string;
  background: string;
  extras: string;
}

const INK = '#2a1d18';

const PEOPLE: Record<'osei' | 'ortega', Person> = {
  osei: {
    skin: '#8a5638',
    shade: '#74452b',
    lips: '#6b2f2a',
    hair: '#201613',
    behind:
      '<circle cx="160" cy="72" r="35"/><path d="M98 142c-6-58 24-88 62-88s68 30 62 88c-2 10-8 12-10 2H108c-2 10-8 8-10-2z"/>',
    before: '<path d="M102 146c0-54 26-74 58-74s58 20 58 74c-6-30-28-46-58-46s-52 16-58 46z"/>',
    shirt: '#0d5c63',
    background: '#dcecea',
    extras: '<circle cx="105" cy="172" r="4" fill="#e8a823"/><circle cx="215" cy="172" r="4" fill="#e8a823"/>',
  },
  ortega: {
    skin: '#d49a72',
    shade: '#bd8059',
    lips: '#a5594b',
    hair: '#3a2a22',
    behind: '<path d="M100 140c-6-56 22-84 60-84s66 28 60 84l-6 10H106z"/>',
    before:
      '<path d="M103 140c-4-40 14-72 54-74 40 0 62 30 60 72-4-14-8-22-16-30-24 2-50-2-66-14-10 10-26 22-32 46z"/><path d="M112 178c2 34 22 54 48 54s46-20 48-54c-4 16-12 20-22 18-8-6-44-6-52 0-10 2-18-2-22-18z"/>',
    shirt: '#7d9cc4',
    background: '#efeae0',
    extras:
      '<g fill="none" stroke="#26343b" stroke-width="3.5"><rect x="116" y="138" width="36" height="27" rx="10"/><rect x="168" y="138" width="36" height="27" rx="10"/><path d="M152 148q8-5 16 0"/></g>',
  },
};

/** Draws the head and shoulders of a physician in a white coat with a stethoscope. */
function draw({ skin, shade, lips, hair, behind, before, shirt, background, extras }: Person): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320">
<rect width="320" height="320" fill="${background}"/>
<g fill="${hair}">${behind}</g>
<path d="M36 320c4-52 36-72 84-80h80c48 8 80 28 84 80z" fill="#fff"/>
<path d="M124 238l36 60 36-60-6-6h-60z" fill="${shirt}"/>
<path d="M136 206h48v34c0 12-10 26-24 26s-24-14-24-26z" fill="${shade}"/>
<path d="M124 234l-22 12 30 74h12l16-22z M196 234l22 12-30 74h-12l-16-22z" fill="#f3f6f6"/>
<path d="M124 234l-22 12 30 74M196 234l22 12-30 74M160 298v22" fill="none" stroke="#c9d4d6" stroke-width="2.5" stroke-linejoin="round"/>
<g fill="${skin}"><ellipse cx="104" cy="156" rx="10" ry="15"/><ellipse cx="216" cy="156" rx="10" ry="15"/><path d="M106 134c0-40 24-58 54-58s54 18 54 58c0 52-24 94-54 94s-54-42-54-94z"/></g>
<g fill="${hair}">${before}</g>
<g fill="none" stroke="${hair}" stroke-width="4.5" stroke-linecap="round"><path d="M122 131q12-7 24-2M174 129q12-5 24 2"/></g>
<g fill="${INK}"><circle cx="134" cy="151" r="5"/><circle cx="186" cy="151" r="5"/></g>
<g fill="#fff"><circle cx="136" cy="149" r="1.6"/><circle cx="188" cy="149" r="1.6"/></g>
<path d="M160 154q-7 18-3 22 4 3 9 0" fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round"/>
<path d="M140 196q20 17 40 0-20 6-40 0z" fill="${lips}" stroke="${lips}" stroke-width="3.5" stroke-linejoin="round"/>
${extras}
<g fill="none" stroke="#26343b" stroke-width="6" stroke-linecap="round"><path d="M118 238c-12 30-6 54 18 62M202 238c10 22 10 36 6 48"/></g>
<circle cx="206" cy="294" r="11" fill="#26343b"/><circle cx="206" cy="294" r="5.5" fill="#a9bbc3"/>
</svg>
`;
}

/** Creates the physicians' portraits. */
export function makePortraits(): void {
  for (const [name, person] of Object.entries(PEOPLE)) {
    writeFileSync(`${RESULT_MEDIA}/portrait-${name}.svg`, draw(person));
    console.log(`portrait-${name}.svg`);
  }
}
