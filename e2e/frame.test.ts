import { colorAt, expect, expectAccessible, open, scrollTop, skipLoadingScreen, stopTime, test } from './site'

const sectionMenu = { name: 'Sections' }

test.describe('the top bar', () => {
  test('shows section links on the landing page, is sticky, and highlights the section in view', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    await open(page, '/')
    const links = page.getByRole('navigation', sectionMenu).getByRole('link')
    await expect(links).toHaveText(['Home', 'How It Works', 'About', 'Partners', 'Contact Us'])

    await test.step('highlights the section in view and Home at the top', async () => {
      const current = page.getByRole('navigation', sectionMenu).locator('[aria-current]')
      await expect(current).toHaveText('Home')
      for (const [id, label] of [
        ['HowItWorks', 'How It Works'],
        ['about', 'About'],
        ['Partners', 'Partners'],
        ['ContactUs', 'Contact Us'],
      ] as const) {
        await page.evaluate((section) => document.getElementById(section)?.scrollIntoView(), id)
        await expect(current).toHaveText(label)
      }
      await page.evaluate(() => window.scrollTo(0, 99))
      await expect(current).toHaveText('Home')
    })

    await test.step('is sticky', async () => {
      await page.evaluate(() => window.scrollTo(0, 1200))
      expect(await page.locator('header').first().boundingBox()).toMatchObject({ y: 0 })
    })
  })

  test('has no section links on other pages and opens the platform in a new tab', async ({ page }) => {
    await open(page, '/faqs')
    await expect(page.getByRole('navigation', sectionMenu)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    for (const [name, path] of [
      ['Log In', '/login'],
      ['Register', '/register'],
    ] as const) {
      const link = page.getByRole('banner').getByRole('link', { name })
      await expect(link).toHaveAttribute('href', `http://localhost:3001${path}`)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
  })
})

test.describe('a click on a section', () => {
  test('on the landing page scrolls to it and moves focus there', async ({ page }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    await page.getByRole('navigation', sectionMenu).getByRole('link', { name: 'Partners' }).click()
    await expect(page.locator('#Partners')).toBeInViewport({ ratio: 0.4 })
    await expect(page.locator('#Partners')).toBeFocused()
  })

  test('on another page goes to the landing page, then scrolls after 400 ms', async ({ page }) => {
    await page.clock.install()
    await open(page, '/faqs')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await stopTime(page)
    await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.locator('#about')).toBeAttached()
    await page.clock.runFor(390)
    expect(await scrollTop(page)).toBe(0)
    await page.clock.runFor(20)
    await expect(page.locator('#about')).toBeInViewport({ ratio: 0.4 })
  })

  test('on the logo goes home and scrolls to the top after 200 ms', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    await skipLoadingScreen(page)
    await page.evaluate(() => window.scrollTo(0, 1500))
    await stopTime(page)
    await page.getByRole('link', { name: 'Sherpa, home' }).click()
    await page.clock.runFor(190)
    expect(await scrollTop(page)).toBe(1500)
    await page.clock.runFor(20)
    await expect.poll(() => scrollTop(page)).toBe(0)

    await page.clock.resume()
    await open(page, '/terms-of-service')
    await page.getByRole('link', { name: 'Sherpa, home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('with a modifier key opens the section in a new tab', async ({ page, context }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    const opened = context.waitForEvent('page')
    await page
      .getByRole('navigation', sectionMenu)
      .getByRole('link', { name: 'About' })
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(await opened).toHaveURL('/#about')
  })
})

test.describe('the slide-in menu', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('opens from the button, is at most 300 px wide, and has no accessibility violations', async ({ page }) => {
    await open(page, '/contact-us')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu).toBeVisible()
    expect(await menu.evaluate((dialog: HTMLElement) => dialog.offsetWidth)).toBeLessThanOrEqual(300)
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'How It Works',
      'About',
      'Partners',
      'Contact Us',
      'Log In',
      'Register',
    ])
    await menu.evaluate((dialog) => Promise.all(dialog.getAnimations().map((animation) => animation.finished)))
    await expectAccessible(page)
  })

  test('closes in every way, restores focus and traps it while open', async ({ page }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    const openMenu = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('dialog')
    for (const [way, leave] of [
      ['the close button', () => page.getByRole('button', { name: 'Close menu' }).click()],
      ['the overlay', () => page.mouse.click(20, 400)],
      ['Escape', () => page.keyboard.press('Escape')],
    ] as const) {
      await test.step(`closes by ${way} and restores focus`, async () => {
        await openMenu.click()
        await expect(menu).toBeVisible()
        await leave()
        await expect(menu).toBeHidden()
        await expect(openMenu).toBeFocused()
      })
    }

    await test.step('traps focus while open', async () => {
      await openMenu.click()
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        const outside = await page.evaluate(
          () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
        )
        expect(outside).toBe(false)
      }
    })

    await test.step('closes and scrolls when a section is chosen', async () => {
      await menu.getByRole('link', { name: 'Partners' }).click()
      await expect(menu).toBeHidden()
      await expect(page.locator('#Partners')).toBeInViewport({ ratio: 0.4 })
    })
  })

  test('causes no gap or layout shift with classic scrollbars', async ({ playwright, baseURL }) => {
    const browser = await playwright.chromium.launch({
      ...test.info().project.use.launchOptions,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    })
    const page = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 900, height: 700 } })
    await open(page, '/contact-us')
    const widthOfPage = () => page.locator('main').evaluate((main) => main.clientWidth)
    const before = await widthOfPage()
    expect(before).toBeLessThan(900)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog')
    await menu.evaluate((dialog) => Promise.all(dialog.getAnimations().map((animation) => animation.finished)))
    expect(await widthOfPage()).toBe(before)
    const inTheMenu = await colorAt(page, 880, 450)
    for (const y of [30, 450, 690]) expect(await colorAt(page, 895, y)).toEqual(inTheMenu)
    await browser.close()
  })

  test('opens before and without JavaScript', async ({ openBeside }) => {
    const page = await openBeside({ javaScriptEnabled: false })
    await page.goto('/faqs')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('the footer', () => {
  test('has its texts, six links, and three social profiles in new tabs', async ({ page }) => {
    await open(page, '/')
    const footer = page.locator('footer#ContactUs')
    await expect(footer).toContainText('© 2023')
    const links = await footer
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(links).toEqual([
      ['About Sherpa', '/about-us'],
      ['Key Use Cases', '/key-use-cases'],
      ['Contact Support', '/contact-us'],
      ['FAQs', '/faqs'],
      ['Terms of Service', '/terms-of-service'],
      ['Privacy Policy', '/privacy-policy'],
    ])
    const social = footer.getByRole('link', { name: /^Sherpa on/ })
    await expect(social).toHaveCount(3)
    for (const link of await social.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
  })

  test('a link to another page scrolls to the top, announces the page and focuses its content', async ({ page }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    await page.locator('footer').getByRole('link', { name: 'FAQs' }).click()
    await expect(page).toHaveURL('/faqs')
    await expect.poll(() => scrollTop(page)).toBe(0)
    await expect(page.getByRole('status').filter({ hasText: 'FAQs' })).toBeAttached()
    await expect(page.locator('main')).toBeFocused()
  })

  test('a link to the current page scrolls smoothly to the top after 100 ms', async ({ page }) => {
    await page.clock.install()
    await page.setViewportSize({ width: 360, height: 400 })
    await open(page, '/faqs')
    const link = page.locator('footer').getByRole('link', { name: 'FAQs' })
    await link.scrollIntoViewIfNeeded()
    const before = await scrollTop(page)
    expect(before).toBeGreaterThan(200)
    await stopTime(page)
    await link.click()
    await page.clock.runFor(90)
    expect(await scrollTop(page)).toBe(before)
    await page.clock.runFor(20)
    await expect.poll(() => scrollTop(page)).toBe(0)
  })

  test('Back restores the scroll position', async ({ page }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    await page.evaluate(() => window.scrollTo(0, 900))
    await page.locator('#about').getByRole('link', { name: 'Learn more' }).click()
    await expect(page).toHaveURL('/about-us')
    await expect.poll(() => scrollTop(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(500)
  })
})

test('the skip link is the first tab stop and leads to the content', async ({ page }) => {
  await open(page, '/faqs')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('every other page has a back link', async ({ page }) => {
  for (const path of ['/about-us', '/contact-us', '/faqs', '/terms-of-service', '/privacy-policy', '/key-use-cases']) {
    await open(page, path)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  }
})

test.describe('the loading screen of the landing page', () => {
  test('covers everything for 1500 ms, is announced, and ends without JavaScript', async ({ page }) => {
    await page.goto('/')
    const overlay = page.locator('.loading-screen')
    await expect(overlay).toHaveText('Loading Sherpa')
    await expect(overlay).toHaveAttribute('role', 'status')
    const at = (ms: number) =>
      overlay.evaluate((element, time) => {
        const animations = element.getAnimations()
        if (animations.length === 0) throw new Error('The loading screen is not animated.')
        for (const animation of animations) {
          animation.pause()
          animation.currentTime = time
        }
        return getComputedStyle(element).visibility
      }, ms)
    expect(await at(0)).toBe('visible')
    const box = await overlay.boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
    expect(await at(1499)).toBe('visible')
    expect(await at(1500)).toBe('hidden')
  })

  test('only runs compositor animations', async ({ page }) => {
    await page.goto('/')
    const drawnByTheMainThread = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { effect } = animation
        if (!(effect instanceof KeyframeEffect) || effect.getComputedTiming().duration === 0) return []
        const described = ['offset', 'computedOffset', 'easing', 'composite', 'opacity', 'transform']
        return effect.getKeyframes().flatMap((frame) => Object.keys(frame).filter((name) => !described.includes(name)))
      }),
    )
    expect(drawnByTheMainThread).toEqual([])
  })

  test('does not reappear on client-side navigation to the landing page', async ({ page }) => {
    await open(page, '/faqs')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.locator('#HowItWorks')).toBeAttached()
    await expect(page.locator('.loading-screen')).toHaveCount(0)
  })

  test('ends without JavaScript', async ({ openBeside }) => {
    const page = await openBeside({ javaScriptEnabled: false })
    await page.goto('/')
    await expect(page.locator('.loading-screen')).toBeHidden()
    await expect(page.locator('h1')).toBeVisible()
  })
})

test('respects reduced motion when scrolling', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/')
  await skipLoadingScreen(page)
  await page.getByRole('navigation', sectionMenu).getByRole('link', { name: 'Partners' }).click()
  // Already in place when it gets focus.
  const place = await page.waitForFunction(() => {
    const section = document.activeElement
    if (section?.id !== 'Partners') return undefined
    const { top, bottom, height } = section.getBoundingClientRect()
    return { shown: (Math.min(bottom, window.innerHeight) - Math.max(top, 0)) / height }
  })
  expect((await place.jsonValue())?.shown).toBeGreaterThanOrEqual(0.4)
})
