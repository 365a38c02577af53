import { askAs, enter, heading, makeAccount, makeOrganization, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const longName = 'The Extraordinarily-Long-Named Agency of the Greater Lakeside Region, Incorporated 1987'

test('companies are accessible and responsive, with long names too', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner, longName)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/companies${path}`
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/companies${path}`, data)
  const group = await add('', {
    name: 'The Extraordinarily-Long-Named Group of the Greater Lakeside Region',
    kind: 'brand',
  })
  const company = await add('', {
    name: 'The Extraordinarily-Long-Named Sportswear and Equipment Company of the Greater Lakeside Region',
    kind: 'brand',
    category: 'trading-cards',
    website: `https://www.a-rather-long-name-of-a-website.example/${'partners'.repeat(10)}`,
    parentId: group.id,
  })
  await add('', {
    name: 'Extraordinarily-Long-Named Sportswear and Equipment Company of the Greater Lakeside Region, Inc.',
    kind: 'brand',
  })
  await add('', { name: 'Halden Shoes', kind: 'brand', parentId: company.id })
  await add(`/${company.id}/contacts`, {
    name: 'Maximiliana-Alexandra Featherstonehaugh-Cholmondeley',
    title: 'Vice president of partnerships and community relations',
    email: 'maximiliana-alexandra.featherstonehaugh@a-rather-long-name.example',
    phone: '+1 555 010 0100',
  })
  await enter(page, owner)
  await expect(heading(page, longName)).toBeVisible()
  await visit(page, at(''))
  await expect(page.getByRole('link', { name: 'Halden Shoes' })).toBeVisible()
  await expectScreen(page, 'Companies')
  await visit(page, at('#add'))
  await expect(page.getByRole('dialog', { name: 'Add company' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await visit(page, at(`/${company.id}`))
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await expectScreen(page, /Sportswear and Equipment/)
  await page.getByRole('button', { name: /^Edit Parent company/ }).click()
  await expect(page.getByRole('searchbox', { name: 'Search companies' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
})
