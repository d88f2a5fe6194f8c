/**
 * The parts of styled-components that apps may use: shared under that key, by the same rules as the router's façade in
 * this folder. The package is a single file, a third of which serves names that no app uses.
 */
export { createGlobalStyle, css, keyframes, styled } from 'styled-components/dist/styled-components.browser.esm.js';
