import { createGlobalStyle } from 'styled-components';

/**
 * How a document prints: all of it (on screen only the frame's middle scrolls, so only one page would come out), dark on
 * light whatever the theme, without what stands around it.
 */
export const PrintLook = createGlobalStyle`
  @media print {
    :root {
      color-scheme: light;
    }
    body, :has(> #main), #main {
      display: block;
      block-size: auto;
      overflow: visible;
      background: Canvas;
    }
    :has(> #main) > :not(#main), #main button {
      display: none;
    }
    #main, #main * {
      color: CanvasText;
      box-shadow: none;
    }
    #main nav {
      padding: 0;
      break-inside: avoid;
      background: Canvas;
    }
    #main nav :is(a, li) {
      min-block-size: 0;
      border: 0;
    }
    #main div {
      max-inline-size: none;
    }
    #main :is(p, li) {
      orphans: 3;
      widows: 3;
    }
  }
`;
