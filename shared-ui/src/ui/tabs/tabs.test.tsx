import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tabs } from './Tabs.tsx';

const ITEMS = [
  { id: 'pdf', label: 'PDF File', panel: 'The report' },
  { id: 'insights', label: 'Insights', panel: 'In plain words' },
];

describe('Tabs', () => {
  it('opens the first tab, and the others by press or arrow key', async () => {
    const select = jest.fn();
    render(<Tabs label="Brain scan" items={ITEMS} onSelect={select} />);
    expect(await screen.findByRole('tabpanel', { name: 'PDF File' })).toHaveTextContent('The report');
    expect(screen.queryByText('In plain words')).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Insights' }));
    expect(await screen.findByRole('tabpanel', { name: 'Insights' })).toHaveTextContent('In plain words');
    expect(select).toHaveBeenLastCalledWith('insights');
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByRole('tab', { name: 'PDF File' })).toHaveFocus());
    expect(screen.getByRole('tab', { name: 'PDF File' })).toHaveAttribute('aria-selected', 'true');
  });

  it('follows the arrow keys from right to left where text does', async () => {
    document.documentElement.dir = 'rtl';
    render(<Tabs label="Brain scan" items={[...ITEMS, { id: 'last', label: 'Pictures', panel: 'The pictures' }]} />);
    document.documentElement.dir = 'ltr';
    await userEvent.click(screen.getByRole('tab', { name: 'PDF File' }));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Insights' })).toHaveFocus());
  });

  it('can be used twice on a page', async () => {
    render(
      <>
        <Tabs label="One" items={ITEMS} />
        <Tabs label="Two" items={ITEMS} initial="insights" />
      </>,
    );
    await screen.findByRole('tabpanel', { name: 'Insights' });
    const ids = screen.getAllByRole('tab').map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });
});
