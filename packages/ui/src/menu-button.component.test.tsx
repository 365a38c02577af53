import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MenuButton, menuItemClass } from './menu-button.tsx'

test('handles arrow keys without propagating them', async () => {
  const around = vi.fn()
  const chosen = vi.fn()
  document.addEventListener('keydown', around)
  await render(
    <MenuButton label="Actions" buttonClass="">
      {['Rename', 'Share', 'Delete'].map((name) => (
        <button key={name} type="button" className={menuItemClass} onClick={() => chosen(name)}>
          {name}
        </button>
      ))}
    </MenuButton>,
  )
  const focused = async (name: string) => expect.element(page.getByRole('button', { name })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await focused('Rename')
  await userEvent.keyboard('{ArrowUp}')
  await focused('Delete')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await focused('Share')
  await userEvent.keyboard('{End}{Home}')
  await focused('Rename')
  expect(around.mock.calls.map(([{ key }]) => key)).not.toContain('ArrowUp')
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledWith('Rename')
  await focused('Actions')
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await focused('Actions')
  document.removeEventListener('keydown', around)
})
