/** Applies the dark theme by `data-theme="dark"` instead of the system preference: the catalog has a switch. */
export function switchThemeByAttribute() {
  for (const sheet of document.styleSheets) moveDarkRules(sheet.cssRules)
}

function moveDarkRules(rules: CSSRuleList) {
  for (const rule of rules) {
    if (!(rule instanceof CSSGroupingRule)) continue
    if (rule instanceof CSSMediaRule && rule.conditionText === '(prefers-color-scheme: dark)') moveToAttribute(rule)
    else moveDarkRules(rule.cssRules)
  }
}

function moveToAttribute(dark: CSSMediaRule) {
  dark.media.mediaText = 'all'
  for (const rule of dark.cssRules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = rule.selectorText.replace(':root', '[data-theme="dark"]')
  }
}
