import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, scrollTop, test } from './site'

const INFO = 'info@sherpa.example'

const openRows = (page: Page) => page.locator('details[open] summary h3')

test.describe('About', () => {
  test('has its hero, four features, five benefits, command center and partnership address', async ({ page }) => {
    await open(page, '/about-us')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Sherpa')
    await expect(page.locator('main h2')).toHaveText([
      'About Sherpa',
      'For Teams & Agents',
      'Single Command Center',
      'Partnership Opportunities',
    ])
    await expect(page.locator('main section').nth(0).locator('h3')).toHaveText([
      'AI-Powered',
      'Secure',
      'Scalable',
      'Comprehensive',
    ])
    await expect(page.locator('main section').nth(1).locator('h3')).toHaveText([
      'Scout smarter with AI insights',
      'Centralize recruiting and player data',
      'Track NIL and pro contracts',
      'Manage compliance and approvals',
      'See real ROI',
    ])
    await expect(page.locator('main section').last().getByRole('link')).toHaveAttribute('href', `mailto:${INFO}`)
  })
})

test.describe('Contact', () => {
  test('shows contact details, response times and questions, and copies the address', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, '/contact-us')
    await test.step('shows contact details and response times', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
      const cards = page.getByRole('region', { name: 'Contact' })
      await expect(cards.locator('h3')).toHaveText(['Email', 'Response time', 'Partnership inquiries'])
      await expect(cards).toContainText('within 24 hours')
      await expect(cards).toContainText('Monday to Fridaywithin 4 hours')
      await expect(page.getByRole('heading', { name: 'Other Ways to Reach Us' })).toBeVisible()
      for (const way of ['Live chat', 'Schedule a call', 'Direct message']) {
        await expect(page.getByRole('heading', { name: way })).toBeVisible()
      }
      await expect(page.getByRole('link', { name: 'Send us an Email' })).toHaveAttribute(
        'href',
        `mailto:${INFO}?subject=Inquiry%20from%20Website`,
      )
      await expect(page.getByRole('link', { name: '555-0142' })).toHaveAttribute('href', 'tel:+13025550142')
    })

    await test.step('the first question is open, and only one is open at a time', async () => {
      const questions = page.locator('summary')
      await expect(questions).toHaveCount(3)
      await expect(openRows(page)).toHaveText(['What is your typical response time?'])
      await questions.nth(1).click()
      await expect(openRows(page)).toHaveText(['Do you offer free demos?'])
      await questions.nth(1).click()
      await expect(openRows(page)).toHaveCount(0)
      await expectAccessible(page)
    })

    await test.step('copies the address and shows a toast', async () => {
      await page.getByRole('button', { name: 'Copy address' }).click()
      const notifications = page.getByRole('status', { name: 'Notifications' })
      await expect(notifications).toContainText(`Copied ${INFO}`)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(INFO)
      const box = await notifications.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1200)
      await expectAccessible(page)
      await notifications.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notifications).toHaveText('')
    })
  })

  test('a toast disappears, but not while hovered', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    await open(page, '/contact-us')
    await page.getByRole('button', { name: 'Copy address' }).click()
    const toast = page.getByText(`Copied ${INFO}`)
    await toast.hover()
    await page.clock.runFor(20_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(10, 700)
    await page.clock.runFor(7000)
    await expect(toast).toHaveCount(0)
  })

  test('shows instructions when copying fails', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
    })
    await open(page, '/contact-us')
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('status', { name: 'Notifications' })).toContainText(
      'Please select the address instead.',
    )
  })
})

test.describe('FAQs', () => {
  test('shows categories and nine questions, one open at a time, and links to our team', async ({ page }) => {
    await open(page, '/faqs')
    await test.step('categories are static badges, and all nine questions are closed', async () => {
      await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText([
        'General',
        'Pricing',
        'Features',
        'Security',
        'Compliance',
        'Support',
      ])
      await expect(page.getByRole('list', { name: 'Categories' }).locator('a, button')).toHaveCount(0)
      await expect(page.locator('summary')).toHaveCount(9)
      await expect(openRows(page)).toHaveCount(0)
      const first = page.locator('summary').first()
      await expect(first.locator('h3')).toHaveText('What is Sherpa?')
      await expect(first).toContainText('General')
      await expect(first.locator('svg')).toHaveCount(2)
    })

    await test.step('one question is open at a time, and a click closes it', async () => {
      const rows = page.locator('summary')
      await rows.nth(3).click()
      await expect(openRows(page)).toHaveText(['Is Sherpa only for NIL?'])
      await expect(page.getByText('NFL, NBA and MLB')).toBeVisible()
      await rows.nth(5).focus()
      await page.keyboard.press('Enter')
      await expect(openRows(page)).toHaveText(['Does Sherpa integrate with other platforms?'])
      await rows.nth(5).click()
      await expect(openRows(page)).toHaveCount(0)
    })

    await test.step('links to our team and has structured data', async () => {
      await expect(page.getByRole('heading', { name: 'Still have questions?' })).toBeVisible()
      await expect(page.getByText('Our team is here to help you get the most out of Sherpa.')).toBeVisible()
      const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
      expect(data['@type']).toBe('FAQPage')
      expect(data.mainEntity).toHaveLength(9)
      await page.getByRole('link', { name: 'Contact Our Team' }).click()
      await expect(page).toHaveURL('/contact-us')
    })
  })

  test('opens the question named in the URL', async ({ page }) => {
    await open(page, '/faqs#4')
    await expect(openRows(page)).toHaveText(['Is Sherpa only for NIL?'])
    await expect(page.getByText('NFL, NBA and MLB')).toBeInViewport()
  })

  test('works without JavaScript', async ({ openBeside }) => {
    const page = await openBeside({ javaScriptEnabled: false })
    await page.goto('/faqs')
    await page.locator('summary').nth(0).click()
    await page.locator('summary').nth(1).click()
    await expect(openRows(page)).toHaveText(['Who can use Sherpa?'])
  })

  test('has no accessibility violations with every row open', async ({ page }) => {
    await open(page, '/faqs')
    await page.locator('details').evaluateAll((rows) => {
      for (const row of rows) {
        row.removeAttribute('name')
        row.setAttribute('open', '')
      }
    })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectAccessible(page)
    }
  })
})

for (const [name, path, sections, links] of [
  ['Terms of Service', '/terms-of-service', 11, ['/privacy-policy', '/contact-us']],
  ['Privacy Policy', '/privacy-policy', 7, ['/terms-of-service', '/contact-us']],
] as const) {
  test.describe(name, () => {
    test('has sections, a table of contents that follows scrolling, and prints only its text', async ({ page }) => {
      await open(page, path)
      await test.step('has numbered sections, date and closing links', async () => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        const titles = await page.locator('article h2').allTextContents()
        expect(titles).toHaveLength(sections)
        expect(titles.every((title, index) => title.startsWith(`${index + 1}. `))).toBe(true)
        await expect(page.locator('article time')).toHaveText('November 15, 2026')
        const closing = page.locator('main > section').last().getByRole('link')
        expect(await closing.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(links)
      })

      await test.step('the table of contents links to each section and follows scrolling', async () => {
        const contents = page.getByRole('navigation', { name: 'On this page' })
        await expect(contents.getByRole('link')).toHaveCount(sections)
        await expect(contents.locator('[aria-current]')).toContainText('1.')
        await contents.getByRole('link').nth(4).click()
        await expect(contents.locator('[aria-current]')).toContainText('5.')
        await expect(page.locator('article h2').nth(4)).toBeInViewport()
        expect(new URL(page.url()).hash).not.toBe('')
      })

      await test.step('prints only its text', async () => {
        await page.emulateMedia({ media: 'print' })
        await expect(page.locator('article')).toBeVisible()
        await expect(page.locator('h1')).toHaveCSS('color', 'rgb(11, 18, 32)')
        await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
        await expect(page.locator('body > header')).toBeHidden()
        await expect(page.locator('body > footer')).toBeHidden()
      })
    })

    test('opens at the section named in the URL', async ({ page }) => {
      await open(page, `${path}#${sections === 11 ? 'termination' : 'user-control'}`)
      await expect(page.locator(':target h2')).toBeInViewport()
      expect(await scrollTop(page)).toBeGreaterThan(500)
    })
  })
}

test('the privacy policy shows its three protections and the mailbox for requests', async ({ page }) => {
  await open(page, '/privacy-policy')
  await expect(page.getByRole('heading', { name: 'Enterprise-Grade Data Protection' })).toBeVisible()
  await expect(page.locator('main h3')).toHaveText(['Encrypted Storage', 'Compliance Ready', 'User Control'])
  await expect(page.getByRole('heading', { name: 'Questions About Your Privacy?' })).toBeVisible()
  await expect(page.locator('#user-control').getByRole('link')).toHaveAttribute('href', `mailto:${INFO}`)
})

test.describe('Key Use Cases', () => {
  test('shows partnership, offer and contact, and attributes figures to their source', async ({ page }) => {
    await open(page, '/key-use-cases')
    await test.step('shows partnership, offer, anonymous quotes and contact', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Key Use Cases')
      await expect(page.getByRole('heading', { name: 'What we offer' })).toBeVisible()
      await expect(page.locator('blockquote')).toHaveCount(3)
      for (const [name, href] of [
        ['www.sherpa.example', 'https://www.sherpa.example'],
        [INFO, `mailto:${INFO}`],
        ['+1 (302) 555-0142', 'tel:+13025550142'],
      ] as const) {
        await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)
      }
    })

    await test.step('attributes the Azure figures to their source and opens Azure in a new tab', async () => {
      const azure = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Why Microsoft Azure?' }) })
      await expect(azure.locator('h3')).toHaveText([
        'Future-ready',
        'Hybrid',
        'Build on your terms',
        'Trust your cloud',
      ])
      for (const figure of ['1,000+', '90%', '15M+', '$1B+', '3,500']) await expect(azure).toContainText(figure)
      await expect(azure.locator('#figures')).toContainText('claims of Microsoft')
      const link = azure.getByRole('link', { name: 'Visit Microsoft Azure' })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    })
  })
})

test('each page starts at the top', async ({ page }) => {
  await open(page, '/terms-of-service')
  await page.evaluate(() => window.scrollTo(0, 2000))
  await page.locator('article').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy-policy')
  await expect.poll(() => scrollTop(page)).toBe(0)
})
