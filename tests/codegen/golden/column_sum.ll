; split a by 16 as vector
; split a.0 by 4 as unroll
; split b by 8 as unroll
; mark a.0.0 as grid
define void @reduce_256_over_512(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc40 = alloca <16 x float>
  %acc41 = alloca <16 x float>
  %acc42 = alloca <16 x float>
  %acc43 = alloca <16 x float>
  %acc44 = alloca <16 x float>
  %acc45 = alloca <16 x float>
  %acc46 = alloca <16 x float>
  %acc47 = alloca <16 x float>
  %acc48 = alloca <16 x float>
  %acc49 = alloca <16 x float>
  %acc50 = alloca <16 x float>
  %acc51 = alloca <16 x float>
  %acc52 = alloca <16 x float>
  %acc53 = alloca <16 x float>
  %acc54 = alloca <16 x float>
  %acc55 = alloca <16 x float>
  %acc56 = alloca <16 x float>
  %acc57 = alloca <16 x float>
  %acc58 = alloca <16 x float>
  %acc59 = alloca <16 x float>
  %acc60 = alloca <16 x float>
  %acc61 = alloca <16 x float>
  %acc62 = alloca <16 x float>
  %acc63 = alloca <16 x float>
  %acc64 = alloca <16 x float>
  %acc65 = alloca <16 x float>
  %acc66 = alloca <16 x float>
  %acc67 = alloca <16 x float>
  %acc68 = alloca <16 x float>
  %acc69 = alloca <16 x float>
  %acc70 = alloca <16 x float>
  %acc71 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 64
  %v1 = getelementptr inbounds float, ptr %d0, i64 %v0
  store <16 x float> splat (float 0x0000000000000000), ptr %acc40
  store <16 x float> splat (float 0x0000000000000000), ptr %acc41
  store <16 x float> splat (float 0x0000000000000000), ptr %acc42
  store <16 x float> splat (float 0x0000000000000000), ptr %acc43
  store <16 x float> splat (float 0x0000000000000000), ptr %acc44
  store <16 x float> splat (float 0x0000000000000000), ptr %acc45
  store <16 x float> splat (float 0x0000000000000000), ptr %acc46
  store <16 x float> splat (float 0x0000000000000000), ptr %acc47
  store <16 x float> splat (float 0x0000000000000000), ptr %acc48
  store <16 x float> splat (float 0x0000000000000000), ptr %acc49
  store <16 x float> splat (float 0x0000000000000000), ptr %acc50
  store <16 x float> splat (float 0x0000000000000000), ptr %acc51
  store <16 x float> splat (float 0x0000000000000000), ptr %acc52
  store <16 x float> splat (float 0x0000000000000000), ptr %acc53
  store <16 x float> splat (float 0x0000000000000000), ptr %acc54
  store <16 x float> splat (float 0x0000000000000000), ptr %acc55
  store <16 x float> splat (float 0x0000000000000000), ptr %acc56
  store <16 x float> splat (float 0x0000000000000000), ptr %acc57
  store <16 x float> splat (float 0x0000000000000000), ptr %acc58
  store <16 x float> splat (float 0x0000000000000000), ptr %acc59
  store <16 x float> splat (float 0x0000000000000000), ptr %acc60
  store <16 x float> splat (float 0x0000000000000000), ptr %acc61
  store <16 x float> splat (float 0x0000000000000000), ptr %acc62
  store <16 x float> splat (float 0x0000000000000000), ptr %acc63
  store <16 x float> splat (float 0x0000000000000000), ptr %acc64
  store <16 x float> splat (float 0x0000000000000000), ptr %acc65
  store <16 x float> splat (float 0x0000000000000000), ptr %acc66
  store <16 x float> splat (float 0x0000000000000000), ptr %acc67
  store <16 x float> splat (float 0x0000000000000000), ptr %acc68
  store <16 x float> splat (float 0x0000000000000000), ptr %acc69
  store <16 x float> splat (float 0x0000000000000000), ptr %acc70
  store <16 x float> splat (float 0x0000000000000000), ptr %acc71
  %v2 = getelementptr float, ptr %d0, i64 %v0
  %v3 = getelementptr float, ptr %v2, i64 16
  %v4 = getelementptr float, ptr %v2, i64 32
  %v5 = getelementptr float, ptr %v2, i64 48
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 64
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v6 = mul nsw i64 %r1, 2048
  %v7 = add nsw i64 %v0, %v6
  %v8 = getelementptr inbounds float, ptr %d1, i64 %v7
  %v9 = load <16 x float>, ptr %v8, align 4
  %v10 = load <16 x float>, ptr %acc40
  %v11 = fadd contract <16 x float> %v10, %v9
  store <16 x float> %v11, ptr %acc40
  %v12 = getelementptr float, ptr %d1, i64 %v7
  %v13 = getelementptr float, ptr %v12, i64 256
  %v14 = load <16 x float>, ptr %v13, align 4
  %v15 = load <16 x float>, ptr %acc41
  %v16 = fadd contract <16 x float> %v15, %v14
  store <16 x float> %v16, ptr %acc41
  %v17 = getelementptr float, ptr %v12, i64 512
  %v18 = load <16 x float>, ptr %v17, align 4
  %v19 = load <16 x float>, ptr %acc42
  %v20 = fadd contract <16 x float> %v19, %v18
  store <16 x float> %v20, ptr %acc42
  %v21 = getelementptr float, ptr %v12, i64 768
  %v22 = load <16 x float>, ptr %v21, align 4
  %v23 = load <16 x float>, ptr %acc43
  %v24 = fadd contract <16 x float> %v23, %v22
  store <16 x float> %v24, ptr %acc43
  %v25 = getelementptr float, ptr %v12, i64 1024
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = load <16 x float>, ptr %acc44
  %v28 = fadd contract <16 x float> %v27, %v26
  store <16 x float> %v28, ptr %acc44
  %v29 = getelementptr float, ptr %v12, i64 1280
  %v30 = load <16 x float>, ptr %v29, align 4
  %v31 = load <16 x float>, ptr %acc45
  %v32 = fadd contract <16 x float> %v31, %v30
  store <16 x float> %v32, ptr %acc45
  %v33 = getelementptr float, ptr %v12, i64 1536
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = load <16 x float>, ptr %acc46
  %v36 = fadd contract <16 x float> %v35, %v34
  store <16 x float> %v36, ptr %acc46
  %v37 = getelementptr float, ptr %v12, i64 1792
  %v38 = load <16 x float>, ptr %v37, align 4
  %v39 = load <16 x float>, ptr %acc47
  %v40 = fadd contract <16 x float> %v39, %v38
  store <16 x float> %v40, ptr %acc47
  %v41 = getelementptr float, ptr %v12, i64 16
  %v42 = load <16 x float>, ptr %v41, align 4
  %v43 = load <16 x float>, ptr %acc48
  %v44 = fadd contract <16 x float> %v43, %v42
  store <16 x float> %v44, ptr %acc48
  %v45 = getelementptr float, ptr %v12, i64 272
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = load <16 x float>, ptr %acc49
  %v48 = fadd contract <16 x float> %v47, %v46
  store <16 x float> %v48, ptr %acc49
  %v49 = getelementptr float, ptr %v12, i64 528
  %v50 = load <16 x float>, ptr %v49, align 4
  %v51 = load <16 x float>, ptr %acc50
  %v52 = fadd contract <16 x float> %v51, %v50
  store <16 x float> %v52, ptr %acc50
  %v53 = getelementptr float, ptr %v12, i64 784
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = load <16 x float>, ptr %acc51
  %v56 = fadd contract <16 x float> %v55, %v54
  store <16 x float> %v56, ptr %acc51
  %v57 = getelementptr float, ptr %v12, i64 1040
  %v58 = load <16 x float>, ptr %v57, align 4
  %v59 = load <16 x float>, ptr %acc52
  %v60 = fadd contract <16 x float> %v59, %v58
  store <16 x float> %v60, ptr %acc52
  %v61 = getelementptr float, ptr %v12, i64 1296
  %v62 = load <16 x float>, ptr %v61, align 4
  %v63 = load <16 x float>, ptr %acc53
  %v64 = fadd contract <16 x float> %v63, %v62
  store <16 x float> %v64, ptr %acc53
  %v65 = getelementptr float, ptr %v12, i64 1552
  %v66 = load <16 x float>, ptr %v65, align 4
  %v67 = load <16 x float>, ptr %acc54
  %v68 = fadd contract <16 x float> %v67, %v66
  store <16 x float> %v68, ptr %acc54
  %v69 = getelementptr float, ptr %v12, i64 1808
  %v70 = load <16 x float>, ptr %v69, align 4
  %v71 = load <16 x float>, ptr %acc55
  %v72 = fadd contract <16 x float> %v71, %v70
  store <16 x float> %v72, ptr %acc55
  %v73 = getelementptr float, ptr %v12, i64 32
  %v74 = load <16 x float>, ptr %v73, align 4
  %v75 = load <16 x float>, ptr %acc56
  %v76 = fadd contract <16 x float> %v75, %v74
  store <16 x float> %v76, ptr %acc56
  %v77 = getelementptr float, ptr %v12, i64 288
  %v78 = load <16 x float>, ptr %v77, align 4
  %v79 = load <16 x float>, ptr %acc57
  %v80 = fadd contract <16 x float> %v79, %v78
  store <16 x float> %v80, ptr %acc57
  %v81 = getelementptr float, ptr %v12, i64 544
  %v82 = load <16 x float>, ptr %v81, align 4
  %v83 = load <16 x float>, ptr %acc58
  %v84 = fadd contract <16 x float> %v83, %v82
  store <16 x float> %v84, ptr %acc58
  %v85 = getelementptr float, ptr %v12, i64 800
  %v86 = load <16 x float>, ptr %v85, align 4
  %v87 = load <16 x float>, ptr %acc59
  %v88 = fadd contract <16 x float> %v87, %v86
  store <16 x float> %v88, ptr %acc59
  %v89 = getelementptr float, ptr %v12, i64 1056
  %v90 = load <16 x float>, ptr %v89, align 4
  %v91 = load <16 x float>, ptr %acc60
  %v92 = fadd contract <16 x float> %v91, %v90
  store <16 x float> %v92, ptr %acc60
  %v93 = getelementptr float, ptr %v12, i64 1312
  %v94 = load <16 x float>, ptr %v93, align 4
  %v95 = load <16 x float>, ptr %acc61
  %v96 = fadd contract <16 x float> %v95, %v94
  store <16 x float> %v96, ptr %acc61
  %v97 = getelementptr float, ptr %v12, i64 1568
  %v98 = load <16 x float>, ptr %v97, align 4
  %v99 = load <16 x float>, ptr %acc62
  %v100 = fadd contract <16 x float> %v99, %v98
  store <16 x float> %v100, ptr %acc62
  %v101 = getelementptr float, ptr %v12, i64 1824
  %v102 = load <16 x float>, ptr %v101, align 4
  %v103 = load <16 x float>, ptr %acc63
  %v104 = fadd contract <16 x float> %v103, %v102
  store <16 x float> %v104, ptr %acc63
  %v105 = getelementptr float, ptr %v12, i64 48
  %v106 = load <16 x float>, ptr %v105, align 4
  %v107 = load <16 x float>, ptr %acc64
  %v108 = fadd contract <16 x float> %v107, %v106
  store <16 x float> %v108, ptr %acc64
  %v109 = getelementptr float, ptr %v12, i64 304
  %v110 = load <16 x float>, ptr %v109, align 4
  %v111 = load <16 x float>, ptr %acc65
  %v112 = fadd contract <16 x float> %v111, %v110
  store <16 x float> %v112, ptr %acc65
  %v113 = getelementptr float, ptr %v12, i64 560
  %v114 = load <16 x float>, ptr %v113, align 4
  %v115 = load <16 x float>, ptr %acc66
  %v116 = fadd contract <16 x float> %v115, %v114
  store <16 x float> %v116, ptr %acc66
  %v117 = getelementptr float, ptr %v12, i64 816
  %v118 = load <16 x float>, ptr %v117, align 4
  %v119 = load <16 x float>, ptr %acc67
  %v120 = fadd contract <16 x float> %v119, %v118
  store <16 x float> %v120, ptr %acc67
  %v121 = getelementptr float, ptr %v12, i64 1072
  %v122 = load <16 x float>, ptr %v121, align 4
  %v123 = load <16 x float>, ptr %acc68
  %v124 = fadd contract <16 x float> %v123, %v122
  store <16 x float> %v124, ptr %acc68
  %v125 = getelementptr float, ptr %v12, i64 1328
  %v126 = load <16 x float>, ptr %v125, align 4
  %v127 = load <16 x float>, ptr %acc69
  %v128 = fadd contract <16 x float> %v127, %v126
  store <16 x float> %v128, ptr %acc69
  %v129 = getelementptr float, ptr %v12, i64 1584
  %v130 = load <16 x float>, ptr %v129, align 4
  %v131 = load <16 x float>, ptr %acc70
  %v132 = fadd contract <16 x float> %v131, %v130
  store <16 x float> %v132, ptr %acc70
  %v133 = getelementptr float, ptr %v12, i64 1840
  %v134 = load <16 x float>, ptr %v133, align 4
  %v135 = load <16 x float>, ptr %acc71
  %v136 = fadd contract <16 x float> %v135, %v134
  store <16 x float> %v136, ptr %acc71
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v137 = load <16 x float>, ptr %acc40
  %v138 = load <16 x float>, ptr %acc41
  %v139 = load <16 x float>, ptr %acc42
  %v140 = load <16 x float>, ptr %acc43
  %v141 = load <16 x float>, ptr %acc44
  %v142 = load <16 x float>, ptr %acc45
  %v143 = load <16 x float>, ptr %acc46
  %v144 = load <16 x float>, ptr %acc47
  %v145 = load <16 x float>, ptr %acc48
  %v146 = load <16 x float>, ptr %acc49
  %v147 = load <16 x float>, ptr %acc50
  %v148 = load <16 x float>, ptr %acc51
  %v149 = load <16 x float>, ptr %acc52
  %v150 = load <16 x float>, ptr %acc53
  %v151 = load <16 x float>, ptr %acc54
  %v152 = load <16 x float>, ptr %acc55
  %v153 = load <16 x float>, ptr %acc56
  %v154 = load <16 x float>, ptr %acc57
  %v155 = load <16 x float>, ptr %acc58
  %v156 = load <16 x float>, ptr %acc59
  %v157 = load <16 x float>, ptr %acc60
  %v158 = load <16 x float>, ptr %acc61
  %v159 = load <16 x float>, ptr %acc62
  %v160 = load <16 x float>, ptr %acc63
  %v161 = load <16 x float>, ptr %acc64
  %v162 = load <16 x float>, ptr %acc65
  %v163 = load <16 x float>, ptr %acc66
  %v164 = load <16 x float>, ptr %acc67
  %v165 = load <16 x float>, ptr %acc68
  %v166 = load <16 x float>, ptr %acc69
  %v167 = load <16 x float>, ptr %acc70
  %v168 = load <16 x float>, ptr %acc71
  %v169 = fadd contract <16 x float> %v137, %v138
  %v170 = fadd contract <16 x float> %v139, %v140
  %v171 = fadd contract <16 x float> %v169, %v170
  %v172 = fadd contract <16 x float> %v141, %v142
  %v173 = fadd contract <16 x float> %v143, %v144
  %v174 = fadd contract <16 x float> %v172, %v173
  %v175 = fadd contract <16 x float> %v171, %v174
  store <16 x float> %v175, ptr %v1, align 4
  %v176 = fadd contract <16 x float> %v145, %v146
  %v177 = fadd contract <16 x float> %v147, %v148
  %v178 = fadd contract <16 x float> %v176, %v177
  %v179 = fadd contract <16 x float> %v149, %v150
  %v180 = fadd contract <16 x float> %v151, %v152
  %v181 = fadd contract <16 x float> %v179, %v180
  %v182 = fadd contract <16 x float> %v178, %v181
  store <16 x float> %v182, ptr %v3, align 4
  %v183 = fadd contract <16 x float> %v153, %v154
  %v184 = fadd contract <16 x float> %v155, %v156
  %v185 = fadd contract <16 x float> %v183, %v184
  %v186 = fadd contract <16 x float> %v157, %v158
  %v187 = fadd contract <16 x float> %v159, %v160
  %v188 = fadd contract <16 x float> %v186, %v187
  %v189 = fadd contract <16 x float> %v185, %v188
  store <16 x float> %v189, ptr %v4, align 4
  %v190 = fadd contract <16 x float> %v161, %v162
  %v191 = fadd contract <16 x float> %v163, %v164
  %v192 = fadd contract <16 x float> %v190, %v191
  %v193 = fadd contract <16 x float> %v165, %v166
  %v194 = fadd contract <16 x float> %v167, %v168
  %v195 = fadd contract <16 x float> %v193, %v194
  %v196 = fadd contract <16 x float> %v192, %v195
  store <16 x float> %v196, ptr %v5, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
