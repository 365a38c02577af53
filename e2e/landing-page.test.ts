import type { Page } from '@playwright/test'
import { colorAt, expect, open, skipLoadingScreen, stopTime, test, waitForFont } from './site'

test('has all its content, from the hero to the footer', async ({ page }) => {
  await open(page, '/')

  await test.step('has its sections in order, from the hero to the footer', async () => {
    await expect(page.locator('main h2')).toHaveText([
      'How It Works',
      'About Us',
      'Get in touch with our Team',
      'Partners',
      'See Sherpa In action',
    ])
    const anchors = await page.locator('[id]').evaluateAll((all) => all.map((element) => element.id))
    const expected = ['home', 'HowItWorks', 'about', 'Partners', 'ContactUs']
    expect(anchors.filter((id) => expected.includes(id))).toEqual(expected)
  })

  await test.step('the hero exposes its taglines statically to assistive technology', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('The first Sports Intelligence Cloud')
    await expect(page.locator('#home li')).toHaveText([
      'Built for Agents. Trusted by Teams',
      'Empowering Athletes. Elevating Careers.',
      'Data-Driven Insights. Real Results.',
    ])
  })

  await test.step('the hero leads to the platform with Get Started', async () => {
    const link = page.getByRole('link', { name: 'Get Started' })
    await expect(link).toHaveAttribute('href', 'http://localhost:3001/login')
    await expect(link).toHaveAttribute('target', '_blank')
  })

  await test.step('How It Works shows the four steps', async () => {
    await expect(page.locator('#HowItWorks li h3')).toHaveText([
      'Register your agency or team',
      'Set roles and permissions',
      'Manage rosters and deals',
      'Track financials in real time',
    ])
    await expect(page.locator('#HowItWorks li svg')).toHaveCount(4)
  })

  await test.step('the carousel has eight logos, four of them distinct, with the repeats hidden from assistive technology', async () => {
    const slides = page.locator('.carousel-slide')
    await expect(slides).toHaveCount(8)
    expect(new Set(await slides.allTextContents()).size).toBe(4)
    await expect(page.locator('#Partners').getByRole('listitem')).toHaveCount(4)
  })
})

test.describe('content below the hero', () => {
  test('renders when the browser is idle, without scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await open(page, '/')
    for (const last of ['Why Choose Sherpa', 'Newsletter', 'Compliance partner', 'Additional information']) {
      await expect(page.locator('main')).toContainText(last, { useInnerText: true })
    }
  })

  test('renders at once without JavaScript', async ({ openBeside }) => {
    const page = await openBeside({ javaScriptEnabled: false })
    await page.goto('/')
    await expect(page.locator('main')).toContainText('Additional information', { useInnerText: true })
  })

  test('reserves its height at any width', async ({ page }) => {
    await page.addInitScript(() => {
      const idle: IdleRequestCallback[] = []
      Object.assign(window, { idle, requestIdleCallback: (task: IdleRequestCallback) => idle.push(task) })
    })
    for (const width of [360, 412, 768, 1280, 1920]) {
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 700 })
        await open(page, '/')
        await waitForFont(page)
        const undrawn = page.locator('main section:not([data-drawn]):not(#home)')
        await expect(undrawn).toHaveCount(5)
        const contentHeights = () =>
          page.locator('main section:not(#home)').evaluateAll((sections) =>
            sections.map((section) => {
              const { paddingTop, paddingBottom } = getComputedStyle(section)
              const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
              return Math.round(section.getBoundingClientRect().height - padding)
            }),
          )
        const reserved = await contentHeights()
        await page.evaluate(() => {
          const { idle } = window as unknown as { idle: (() => void)[] }
          for (let task = idle.shift(); task; task = idle.shift()) task()
        })
        await expect(undrawn).toHaveCount(0)
        const drawn = await contentHeights()
        const wrong = drawn
          .map((height, index) => ({ section: index + 1, reserved: reserved[index] ?? 0, drawn: height }))
          .filter((section) => Math.abs(section.drawn - section.reserved) > 4)
        expect(wrong, 'what to write into drawn-when-near.css').toEqual([])
      })
    }
  })
})

test.describe('the hero', () => {
  test('shows its button in low windows', async ({ page }) => {
    await open(page, '/')
    await waitForFont(page)
    for (const [width, height] of [
      [1280, 500],
      [1024, 500],
      [844, 390],
      [320, 480],
    ] as const) {
      await test.step(`at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await expect(page.getByRole('link', { name: 'Get Started' })).toBeInViewport({ ratio: 1 })
      })
    }
  })

  test('types four taglines in a loop: 70 ms per character, 1500 ms pause, 50 ms per deletion', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    const typed = page.locator('[data-typed]')
    const shown = () => typed.evaluate((element) => element.firstChild?.textContent ?? '')
    const taglines = [
      'The first Sports Intelligence Cloud',
      'Built for Agents. Trusted by Teams',
      'Empowering Athletes. Elevating Careers.',
      'Data-Driven Insights. Real Results.',
      'The first Sports Intelligence Cloud',
    ]
    await stopTime(page)
    // Advances the clock until the second tagline is complete.
    const second = taglines[1] ?? ''
    const runUntil = async (text: string, stepMs: number) => {
      for (let ms = 0; ms < 10_000 && (await shown()) !== text; ms += stepMs) await page.clock.runFor(stepMs)
      expect(await shown()).toBe(text)
    }
    await runUntil(second.slice(0, -1), 60)
    await runUntil(second, 10)
    for (const [index, tagline] of taglines.entries()) {
      if (index < 2) continue
      const before = taglines[index - 1] ?? ''
      await page.clock.runFor(1480)
      expect(await shown()).toBe(before)
      await page.clock.runFor(20 + 50 * before.length)
      expect(await shown()).toBe('')
      await page.clock.runFor(70 * (tagline.length - 1))
      expect(await shown()).toBe(tagline.slice(0, -1))
      await page.clock.runFor(70)
      expect(await shown()).toBe(tagline)
    }
  })

  test('reserves space for its taglines, without layout shift', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.clock.install()
    await open(page, '/')
    const below = page.getByRole('link', { name: 'Get Started' })
    const place = await below.boundingBox()
    for (let seconds = 0; seconds < 30; seconds += 3) {
      await page.clock.runFor(3000)
      expect(await below.boundingBox()).toEqual(place)
    }
  })

  test('with reduced motion, shows all taglines statically', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await open(page, '/')
    await skipLoadingScreen(page)
    await page.clock.runFor(5000)
    await expect(page.locator('[data-typed]')).toHaveText('The first Sports Intelligence Cloud')
    await expect(page.getByText('Data-Driven Insights. Real Results.').last()).toBeInViewport()
    const moving = await page.evaluate(
      () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
    )
    expect(moving).toBe(0)
  })

  test('can be paused', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    await skipLoadingScreen(page)
    const pause = page.getByRole('button', { name: 'Pause animation' })
    await pause.click()
    await expect(pause).toHaveAttribute('aria-pressed', 'true')
    const typed = page.locator('[data-typed]')
    const before = await typed.innerHTML()
    await page.clock.runFor(6000)
    expect(await typed.innerHTML()).toBe(before)
  })
})

test('About Us has its four headings and leads to the About page', async ({ page }) => {
  await open(page, '/')
  await skipLoadingScreen(page)
  await expect(page.locator('#about h3')).toHaveText(['Our Mission', 'Who We Are', 'Our Vision', 'Why Choose Sherpa'])
  await page.locator('#about').getByRole('link', { name: 'Learn more' }).click()
  await expect(page).toHaveURL('/about-us')
})

test.describe('the film', () => {
  test('has controls and captions; loads its poster when idle and the rest on play', async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.setViewportSize({ width: 360, height: 640 })
    await open(page, '/')

    await test.step('the poster loads after the scripts, without scrolling', async () => {
      const posterAt = () => fetched.findIndex((path) => path.endsWith('.webp'))
      await expect.poll(posterAt).toBeGreaterThan(0)
      const lastScript = fetched.findLastIndex((path) => path.endsWith('.js'))
      expect(posterAt()).toBeGreaterThan(lastScript)
    })

    await test.step('nothing else loads before it is played', async () => {
      const film = page.locator('video')
      await film.scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
      expect(fetched.filter((path) => /\.(mp4|vtt)$/.test(path))).toEqual([])
      await expect(film).toHaveAttribute('controls', '')
      await expect(film.locator('track[kind=captions]')).toHaveAttribute('srclang', 'en')

      await film.evaluate((video: HTMLVideoElement) => void video.play())
      await expect.poll(() => fetched.some((path) => path.endsWith('.mp4'))).toBe(true)
    })
  })

  test('shows its poster, is self-hosted, 20 to 30 seconds long and under 2 MB', async ({ page, request }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    const film = page.locator('video')
    await film.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await film.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // White card and dark background of the poster.
    await expect.poll(() => colorAt(page, x + 0.85 * width, y + 0.3 * height)).toEqual([255, 255, 255])
    const [red = 255] = await colorAt(page, x + 0.2 * width, y + 0.3 * height)
    expect(red).toBeLessThan(40)

    const source = await film.getAttribute('src')
    const answer = await request.get(source ?? '')
    expect(answer.headers()['content-type']).toBe('video/mp4')
    const bytes = await answer.body()
    expect(bytes.length).toBeLessThan(2_000_000)
    // Movie header: four bytes of time scale, four of duration.
    const header = bytes.indexOf('mvhd') + 16
    const seconds = bytes.readUInt32BE(header + 4) / bytes.readUInt32BE(header)
    expect(seconds).toBeGreaterThanOrEqual(20)
    expect(seconds).toBeLessThanOrEqual(30)
    const part = await request.get(source ?? '', { headers: { Range: 'bytes=0-99' } })
    expect(part.status()).toBe(206)
  })
})

test('the newsletter box sends no request, does not reload, and claims no success', async ({ page }) => {
  await open(page, '/')
  await skipLoadingScreen(page)
  const box = page.getByRole('textbox', { name: 'Email address' }).first()
  await expect(box).toHaveAttribute('type', 'email')
  await expect(box).toHaveAttribute('placeholder', /@/)
  await box.fill('amara@agency.example')
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => {
    if (!/\.(webp|js)$/.test(request.url())) requests.push(request.url())
  })
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const words = await wordsBelowTheHero(page)
  await page.locator('form').first().getByRole('button', { name: 'Submit' }).click()
  await box.press('Enter')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await expect(page).toHaveURL('/')
  expect(requests).toEqual([])
  expect(await wordsBelowTheHero(page)).toEqual(words)
})

const wordsBelowTheHero = (page: Page) => page.locator('main > section:not(#home)').allTextContents()

test.describe('the carousel of partners', () => {
  test('advances every 2000 ms, pauses by its button only, and fits the number of slides to the width', async ({
    page,
  }) => {
    await open(page, '/')
    await skipLoadingScreen(page)
    await test.step('pauses by its button, not on hover', async () => {
      const state = () =>
        page
          .locator('.carousel-track')
          .evaluate((track) => track.getAnimations().map((animation) => animation.playState))
      await page.locator('.carousel').hover()
      expect(await state()).toEqual(['running'])
      await page.getByRole('button', { name: 'Pause the carousel' }).click()
      await expect.poll(state).toEqual(['paused'])
      await page.getByRole('button', { name: 'Pause the carousel' }).click()
      await expect.poll(state).toEqual(['running'])
    })

    await test.step('shows four slides, three up to 1280 px, two up to 1024, one up to 640', async () => {
      for (const [width, visible] of [
        [1281, 4],
        [1280, 3],
        [1025, 3],
        [1024, 2],
        [641, 2],
        [640, 1],
        [320, 1],
      ] as const) {
        await page.setViewportSize({ width, height: 700 })
        const ratio = await page.locator('.carousel').evaluate((carousel) => {
          const slide = carousel.querySelector('.carousel-slide')
          return carousel.clientWidth / (slide?.getBoundingClientRect().width ?? 0)
        })
        expect(ratio).toBeCloseTo(visible, 2)
      }
    })

    await test.step('advances every 2000 ms within 800 ms, forever', async () => {
      const stepsAt = (ms: number) =>
        page.locator('.carousel-track').evaluate((track, time) => {
          const [animation] = track.getAnimations()
          if (!animation) throw new Error('The carousel does not move.')
          animation.pause()
          animation.currentTime = time
          const slide = track.firstElementChild?.getBoundingClientRect().width ?? 0
          return -new DOMMatrix(getComputedStyle(track).transform).m41 / slide
        }, ms)
      expect(await stepsAt(1999)).toBeCloseTo(0, 3)
      expect(await stepsAt(2400)).toBeGreaterThan(0.1)
      expect(await stepsAt(2800)).toBeCloseTo(1, 3)
      expect(await stepsAt(3999)).toBeCloseTo(1, 3)
      expect(await stepsAt(4800)).toBeCloseTo(2, 3)
      expect(await stepsAt(6800)).toBeCloseTo(3, 3)
      // After four steps it shows the repeated four, so the loop is seamless.
      expect(await stepsAt(8799)).toBeCloseTo(4, 1)
      expect(await stepsAt(8801)).toBeCloseTo(0, 1)
      expect(await stepsAt(2800 + 8000 * 50)).toBeCloseTo(1, 3)
    })
  })

  test('does not move with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/')
    expect(await page.locator('.carousel-track').evaluate((track) => track.getAnimations().length)).toBe(0)
    await expect(page.getByRole('button', { name: 'Pause the carousel' })).toBeHidden()
  })
})
