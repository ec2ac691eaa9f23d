#compdef riffle
# riffle's completion for zsh. In ~/.zshrc, after compinit: source <(riffle completion zsh)
_riffle() {
	local line
	local -a items
	for line in "${(@f)$(${~words[1]} complete "${(@Q)words[2,CURRENT-1]}" ":${(Q)words[CURRENT]}" 2>/dev/null)}"; do
		case $line in
		:folders) _files -/ ;;
		:files) _files ;;
		:files\ *) _files -g "*.(${${line#:files }// /|})" ;;
		*$'\t'*) items+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
		?*) items+=("${line//:/\\:}") ;;
		esac
	done
	(( $#items )) && _describe riffle items
}
if [ "$funcstack[1]" = _riffle ]; then
	_riffle "$@" # it is a file in $fpath
else
	compdef _riffle riffle
fi
