import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useRef } from 'react';
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

  it('focuses its heading, unless focusHeading is false', () => {
    const { unmount } = render(<Page title="Enter your PIN" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Enter your PIN' })).toHaveFocus();
    unmount();
    render(<Page title="Home" focusHeading={false} />);
    expect(document.body).toHaveFocus();
  });

  it('leaves the focus to whoever has begun to type before the heading takes it', () => {
    const Typing = () => {
      const field = useRef<HTMLInputElement>(null);
      useLayoutEffect(() => field.current?.focus(), []);
      return <input ref={field} />;
    };
    render(
      <Page title="Please Sign In">
        <Typing />
      </Page>,
    );
    expect(screen.getByRole('textbox')).toHaveFocus();
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
});

describe('Panel', () => {
  const [back, close] = [jest.fn(), jest.fn()];
  const panel = (state: PanelState) => (
    <Panel
      label="Profile of Jordan"
      state={state}
      title="Jordan Avery"
      words={{ lower: 'Lower the panel', raise: 'Raise the panel of Jordan Avery', close: 'Close the panel' }}
      onSettle={() => undefined}
    >
      <BackHeader
        title="My Events"
        back={{ label: 'Back', onPress: back }}
        close={{ label: 'Close', onPress: close }}
      />
    </Panel>
  );

  it("shows the screen's header in the strip of its handle, where it can be dragged, unless it is lowered", async () => {
    const { rerender } = render(panel('open'));
    const heading = screen.getByRole('heading', { level: 1, name: 'My Events' });
    expect(heading).toHaveFocus();
    expect(heading.closest('[data-grip]')).toContainElement(screen.getByRole('button', { name: 'Lower the panel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect([back, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    rerender(panel('idle'));
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  });
});
