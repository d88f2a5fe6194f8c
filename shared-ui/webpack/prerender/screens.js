/** Entry of a build that renders a remote's screens. */
import feature from 'lodestar-remote';
import { createElement } from 'react';
import { StaticRouter, useRoutes } from 'react-router-dom';
import { REMOTE_ROOT } from 'shared-ui/host';
import { styled } from 'styled-components';
import { renderEach } from './render.js';

/** As the shell's, which the selectors of a remote's stylesheets begin with. */
const Root = styled.div`
  display: contents;
`;

const Screen = () => useRoutes(feature.routes);

const elementAt = (path) =>
  createElement(
    StaticRouter,
    { location: path },
    createElement(Root, { [REMOTE_ROOT]: __LODESTAR_REMOTE__ }, createElement(Screen)),
  );

export const renderAll = (paths) => renderEach(paths, elementAt, 'fs');
