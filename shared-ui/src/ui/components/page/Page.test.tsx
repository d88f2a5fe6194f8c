import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BackHeader, Page, Panel, type PanelState } from '../index.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

describe('Page', () => {
  // This must come first: it renders the first screen.
  it('appears without a fade as the first screen of a page load, and fades in later', () => {
    const animations = () => [...document.querySelectorAll('div')].map((div) => getComputedStyle(div).animation);
    const { unmount } = render(<Page title="Home" />);
    expect(animations().filter(Boolean)).toEqual([]);
    unmount();
    render(<Page title="Home" />);
    expect(animations().filter(Boolean)).toHaveLength(1);
  });

  it('focuses its heading', () => {
    render(<Page title="Enter your PIN" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Enter your PIN' })).toHaveFocus();
  });

  it('sets the document title and restores the previous one', () => {
    document.head.innerHTML = '<title>Lodestar</title><meta name="application-name" content="Lodestar">';
    const { rerender, unmount } = render(<Page title="Home" />);
    expect(document.title).toBe('Home · Lodestar');
    rerender(
      <>
        <Page title="Home" />
        <BackHeader title="My Events" />
      </>,
    );
    expect(document.title).toBe('My Events · Lodestar');
    rerender(<Page title="Home" />);
    expect(document.title).toBe('Home · Lodestar');
    unmount();
    expect(document.title).toBe('Lodestar');
  });

  it('does not move the focus when focusHeading is false', () => {
    render(<Page title="Home" focusHeading={false} />);
    expect(document.body).toHaveFocus();
  });
});

describe('BackHeader', () => {
  it('goes back and closes', async () => {
    const back = jest.fn();
    const close = jest.fn();
    render(
      <BackHeader
        title="My Events"
        back={{ label: 'Back', onPress: back }}
        close={{ label: 'Close', onPress: close }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(back).toHaveBeenCalledTimes(1);
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe('Panel', () => {
  const panel = (state: PanelState) => (
    <Panel
      label="Profile of Jordan"
      state={state}
      title="Jordan Avery"
      words={{ lower: 'Lower the panel', raise: 'Raise the panel of Jordan Avery', close: 'Close the panel' }}
      onSettle={() => undefined}
    >
      <BackHeader title="My Events" back={{ label: 'Back', onPress: () => undefined }} />
    </Panel>
  );

  it("shows the screen's header in the strip of its handle, where it can be dragged", () => {
    render(panel('open'));
    const heading = screen.getByRole('heading', { level: 1, name: 'My Events' });
    expect(heading).toHaveFocus();
    expect(heading.closest('[data-grip]')).toContainElement(screen.getByRole('button', { name: 'Lower the panel' }));
  });

  it("hides the screen's header while it is lowered", () => {
    const { rerender } = render(panel('open'));
    rerender(panel('idle'));
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  });
});
